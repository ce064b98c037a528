import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Filled areas")
struct AreaFillTests {
    private static let size = Size(150, 133)
    private static let color = RGBColor(red: 200, green: 30, blue: 90)
    private static let shapes = [
        "xywh(30px 20px 41px 33px)", "circle(17px at 100px 90px)", "polygon(10px 120px, 60px 80px, 55px 130px)",
    ]

    private static func fill(_ texts: [String] = shapes) throws -> AreaFill {
        AreaFill(try texts.map { try BlurArea.Shape($0) }, color: color)
    }

    /// A job that only fills.
    private static func job(_ texts: [String] = shapes) throws -> BlurJob {
        try BlurJob { ($0.blur.directions, $0.fill) = ([], try fill(texts)) }
    }

    private static func isTouched(_ x: Int, _ y: Int) -> Bool {
        (0..<150).contains(x) && (0..<133).contains(y) && touched[y * 150 + x]
    }

    private static let touched = (0..<133).flatMap { y in (0..<150).map { x in findTouch(x, y) } }

    /// Whether a shape touches a pixel: computed from a thousand points of it.
    private static func findTouch(_ x: Int, _ y: Int) -> Bool {
        let step = 1.0 / 32
        for row in 0..<32 {
            for column in 0..<32 {
                let (px, py) = (Double(x) + (Double(column) + 0.5) * step, Double(y) + (Double(row) + 0.5) * step)
                if (30...71).contains(px) && (20...53).contains(py) { return true }
                if (px - 100) * (px - 100) + (py - 90) * (py - 90) <= 289 { return true }
                // the half-planes of the triangle
                func side(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) -> Double {
                    (bx - ax) * (py - ay) - (by - ay) * (px - ax)
                }
                let (a, b, c) = (side(10, 120, 60, 80), side(60, 80, 55, 130), side(55, 130, 10, 120))
                if min(a, b, c) >= 0 || max(a, b, c) <= 0 { return true }
            }
        }
        return false
    }

    /// The image with other values where a condition holds.
    private static func changed(
        _ image: borrowing PixelBuffer, where condition: (_ x: Int, _ y: Int) -> Bool
    ) throws -> PixelBuffer {
        var random = SplitMix64(seed: 77)
        let scale = Int(image.format.depth.fullScale)
        var result = try image.copy()
        for y in 0..<image.height {
            for x in 0..<image.width where condition(x, y) {
                for channel in 0..<image.format.channels.count {
                    result[x, y, channel] = Int.random(in: 0...scale, using: &random)
                }
            }
        }
        return result
    }

    @Test("have their color in every pixel that they touch; the others of a PNG image stay as they are")
    func pixels() throws {
        for format in [PixelFormat(.rgb), PixelFormat(.rgba, .sixteen), PixelFormat(.gray)] {
            let image = try PixelBuffer.noise(Self.size, format)
            let output = try PixelBuffer.decoded(try Self.job().run(from: .bytes(image.encoded(.png))).bytes)
            let pixel = format.pixel(of: Self.color)
            var touched = 0
            let wrong = output.exceptions { x, y, channel in
                guard Self.isTouched(x, y) else { return output[x, y, channel] == image[x, y, channel] }
                touched += 1
                let depth = format.depth.byteCount
                return output[x, y, channel] == Int(pixel[channel * depth]) * (depth == 2 ? 257 : 1)
            }
            #expect(wrong == nil, "\(format)")
            #expect(touched > 2500)
        }
    }

    @Test("are painted on images in memory, and on smaller copies of them")
    func memory() throws {
        for format in [PixelFormat(.rgb), PixelFormat(.rgba, .sixteen)] {
            let image = try PixelBuffer.noise(Self.size, format)
            var painted = try image.copy()
            try Self.fill().paint(&painted, width: Self.size.width, height: Self.size.height)
            let expected = try PixelBuffer.decoded(try Self.job().run(from: .bytes(image.encoded(.png))).bytes)
            #expect(painted.sampleValues() == expected.sampleValues())
        }
        var small = try PixelBuffer.noise(Size(75, 67), PixelFormat(.gray))
        let before = try small.copy()
        try Self.fill(["xywh(30px 20px 41px 33px)"]).paint(&small, width: 150, height: 133)
        let luma = Int(PixelFormat(.gray).pixel(of: Self.color)[0])
        let wrong = small.exceptions { x, y, _ in
            let isCovered = (15..<36).contains(x) && (10..<27).contains(y)
            return small[x, y, 0] == (isCovered ? luma : before[x, y, 0])
        }
        #expect(wrong == nil)
    }

    /// Jobs that do something else with the image besides filling areas.
    private static func jobs() throws -> [(name: String, job: BlurJob)] {
        var jobs = [("fill", try job())]
        func add(_ name: String, _ change: (inout BlurJob) throws -> Void) throws {
            var job = try job()
            try change(&job)
            jobs.append((name, job))
        }
        try add("ramp") { $0.blur.directions = [.top] }
        try add("short ramp") { ($0.blur.directions, $0.blur.startOffset) = ([.bottom], 0.8) }
        try add("radial") { $0.blur.gradients = [try BlurGradient("radial-blur(0px, 20px)")] }
        try add("area") { $0.blur.areas = [try BlurArea("area-blur(xywh(60px 40px 30px 30px), 9px)")] }
        try add("sides") { $0.blur.directions = [.top, .left] }
        try add("linear light") { ($0.blur.directions, $0.blur.light) = ([.top], .linear) }
        try add("wrapped edges") { ($0.blur.directions, $0.blur.edges) = ([.left], .wrap) }
        try add("sRGB") { $0.output.convertsToSRGB = true }
        try add("to PNG") { $0.output.format = .png }
        try add("to WebP") { ($0.output.format, $0.output.webPQuality) = (.webP, .lossy(80)) }
        try add("progressive") { $0.output.jpegIsProgressive = true }
        try add("quality") { $0.output.jpegQuality = 95 }
        return jobs
    }

    @Test("leave no trace of the pixels that they cover in a PNG output")
    func png() throws {
        let image = try PixelBuffer.noise(Self.size, PixelFormat(.rgb))
        let other = try Self.changed(image, where: Self.isTouched)
        for (name, job) in try Self.jobs() {
            let outputs = try [image.encoded(.png), other.encoded(.png)].map { try job.run(from: .bytes($0)).bytes }
            #expect(outputs[0] == outputs[1], "\(name)")
        }
        for format in [PixelFormat(.rgba), PixelFormat(.grayAlpha, .sixteen)] {
            let image = try PixelBuffer.noise(Self.size, format)
            let other = try Self.changed(image, where: Self.isTouched)
            var job = try Self.job()
            job.blur.directions = [.top]
            let outputs = try [image.encoded(.png), other.encoded(.png)].map { try job.run(from: .bytes($0)).bytes }
            #expect(outputs[0] == outputs[1], "\(format)")
        }
    }

    @Test("leave no trace if most rows of a large PNG file stay as they are")
    func largePNG() throws {
        let image = try PixelBuffer.make(Size(700, 900)) { x, y, channel in
            (x * 3 + y * (channel + 1) + x * y / 90) % 256
        }
        let other = try Self.changed(image) { x, y in (100..<300).contains(x) && (400..<450).contains(y) }
        let job = try Self.job(["xywh(100px 400px 200px 50px)"])
        let outputs = try [image.encoded(.png), other.encoded(.png)].map { try job.run(from: .bytes($0)).bytes }
        #expect(outputs[0] == outputs[1])
        let output = try PixelBuffer.decoded(outputs[0])
        let wrong = output.exceptions { x, y, channel in
            (100..<300).contains(x) && (400..<450).contains(y) || output[x, y, channel] == image[x, y, channel]
        }
        #expect(wrong == nil)
    }

    @Test("leave no trace in a resized output")
    func resized() throws {
        let image = try PixelBuffer.noise(Size(400, 260), PixelFormat(.rgb))
        for (text, fit) in [
            ("150x", Resize.Fit.inside), ("90x90", .cover), ("120x120", .contain), ("33x90", .fill), ("900x", .inside),
            ("7x", .inside),
        ] {
            var job = try Self.job(["xywh(20% 25% 30% 30%)", "circle(11% at 80% 70%)"])
            job.resize = try Resize(text)
            job.resize?.fit = fit
            if fit == .contain { job.resize?.bars = .blurredImage(radius: nil, brightness: 0.8) }
            job.blur.directions = [.top]
            for crop in [nil, try Crop("300x200+50+20")] {
                job.crop = crop
                let first = try job.run(from: .bytes(image.encoded(.png)))
                let (width, height) = (Double(first.width), Double(first.height))
                let part = crop.map { _ in (50.0, 20.0, 300.0, 200.0) } ?? (0, 0, 400, 260)
                // the scale and the offset of the image in the output
                let scales = (width / part.2, height / part.3)
                let scale =
                    switch fit {
                    case .cover: (max(scales.0, scales.1), max(scales.0, scales.1))
                    case .contain: (min(scales.0, scales.1), min(scales.0, scales.1))
                    default: scales
                    }
                let other = try Self.changed(image) { x, y in
                    let (u, v) = (Double(x) + 0.5 - part.0 - part.2 / 2, Double(y) + 0.5 - part.1 - part.3 / 2)
                    let (px, py) = (u * scale.0 + width / 2, v * scale.1 + height / 2)
                    let (dx, dy) = (px - 0.8 * width, py - 0.7 * height)
                    let radius = 0.11 * ((width * width + height * height) / 2).squareRoot()
                    return px >= 0.2 * width && px <= 0.5 * width && py >= 0.25 * height && py <= 0.55 * height
                        || dx * dx + dy * dy <= radius * radius
                }
                let second = try job.run(from: .bytes(other.encoded(.png)))
                #expect(first.bytes == second.bytes, "\(text) \(fit) \(crop?.description ?? "")")
            }
        }
    }

    /// The pixels in MCUs that a shape touches.
    private static func isInTouchedMCU(_ width: Int, _ height: Int) -> (Int, Int) -> Bool {
        // the pixels beside the image belong to MCUs that nothing touches
        let columns = size.width / width + 1
        var touched = [Bool](repeating: false, count: columns * (size.height / height + 1))
        for y in 0..<size.height {
            for x in 0..<size.width where isTouched(x, y) { touched[y / height * columns + x / width] = true }
        }
        return { touched[$1 / height * columns + $0 / width] }
    }

    private static let styles: [(name: String, style: JPEGStyle, width: Int, height: Int)] = [
        ("4:2:0", JPEGStyle(.yCbCr), 16, 16),
        ("4:4:4", JPEGStyle(.yCbCr, sampling: [.init(1, 1), .init(1, 1), .init(1, 1)]), 8, 8),
        ("4:2:2", JPEGStyle(.yCbCr, sampling: [.init(2, 1), .init(1, 1), .init(1, 1)]), 16, 8),
        ("progressive", JPEGStyle(.yCbCr, isProgressive: true), 16, 16), ("gray", JPEGStyle(.gray), 8, 8),
        ("CMYK", JPEGStyle(.cmyk, hasAdobeMarker: true), 8, 8),
    ]

    @Test("leave no trace of the MCUs that they touch in an output from JPEG", arguments: styles.map(\.name))
    func jpeg(name: String) throws {
        let style = try #require(Self.styles.first { $0.name == name })
        let channels: ChannelLayout = style.style.color == .gray ? .gray : style.style.color == .cmyk ? .cmyk : .rgb
        let isTouched = Self.isInTouchedMCU(style.width, style.height)
        let content = try TestContent.natural.image(Self.size)
        let image = try PixelBuffer.make(Self.size, PixelFormat(channels)) { content[$0, $1, min($2, 2)] }
        let other = try Self.changed(image, where: isTouched)
        var kinds: Set<OutputQuantization> = []
        let files = try [90, 60].map { quality -> [[UInt8]] in
            let encoding = ImageEncoding.jpeg(style.style, quality: quality)
            return try [image.encoded(encoding), other.encoded(encoding)]
        }
        for (name, job) in try Self.jobs() {
            if channels == .cmyk, job.output.format != nil || job.blur.light == .linear || job.output.convertsToSRGB {
                continue
            }
            for pair in files {
                let reports = try pair.map { try job.run(from: .bytes($0)) }
                #expect(reports[0].bytes == reports[1].bytes, "\(name)")
                if let kind = reports[0].quantization { kinds.insert(kind) }
            }
        }
        #expect(kinds == [.input, .finer])
        for reduction in [1.2, 2, 4, 8] {
            var job = try Self.job(["xywh(20% 30% 20% 20%)"])
            job.resize = Resize(width: .percent(100 / reduction), height: nil)
            let all = try Self.changed(image) { x, y in
                let (x, y) = (x / style.width * style.width, y / style.height * style.height)
                return x + style.width > 30 && x < 60 && y + style.height > 39 && Double(y) < 66.5
            }
            let outputs = try [files[0][0], all.encoded(.jpeg(style.style, quality: 90))].map {
                try job.run(from: .bytes($0)).bytes
            }
            #expect(outputs[0] == outputs[1], "1/\(reduction)")
        }
    }

    @Test("keep the pixels of all other MCUs of a JPEG file")
    func keptMCUs() throws {
        for style in Self.styles where style.style.color != .cmyk {
            let format = PixelFormat(style.style.color == .gray ? .gray : .rgb)
            let content = try TestContent.natural.image(Self.size)
            let image = try PixelBuffer.make(Self.size, format) { content[$0, $1, $2] }
            let file = try image.encoded(.jpeg(style.style, quality: 90))
            let before = try PixelBuffer.decoded(file)
            let after = try PixelBuffer.decoded(try Self.job().run(from: .bytes(file)).bytes)
            let isTouched = Self.isInTouchedMCU(style.width, style.height)
            let pixel = format.pixel(of: Self.color)
            let wrong = after.exceptions { x, y, channel in
                // the decoder interpolates chroma between MCUs
                let isNear = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)]
                    .contains { isTouched(x + $0.0, y + $0.1) }
                if !isNear { return after[x, y, channel] == before[x, y, channel] }
                return !Self.isTouched(x, y) || abs(after[x, y, channel] - Int(pixel[channel])) <= 40
            }
            #expect(wrong == nil, "\(style.name)")
        }
    }

    /// A PNG file with an orientation.
    private static func file(_ image: borrowing PixelBuffer, _ orientation: ImageOrientation) throws -> [UInt8] {
        FileEditing.oriented(try image.encoded(.png), orientation.rawValue)
    }

    @Test("leave no trace in any orientation, at the place where the image is shown upright")
    func orientations() throws {
        let image = try PixelBuffer.noise(Size(60, 40), PixelFormat(.rgb))
        for orientation in ImageOrientation.allCases {
            let upright = orientation.swapsAxes ? Size(40, 60) : Size(60, 40)
            func isTouched(_ x: Int, _ y: Int) -> Bool {
                let place = orientation.uprightPosition(x: x, y: y, width: 60, height: 40)
                return (3..<11).contains(place.x) && (upright.height - 9..<upright.height - 4).contains(place.y)
            }
            let other = try Self.changed(image, where: isTouched)
            var job = try Self.job(["xywh(3px \(upright.height - 9)px 8px 5px)"])
            job.blur.directions = [.top]
            let outputs = try [Self.file(image, orientation), Self.file(other, orientation)].map {
                try job.run(from: .bytes($0)).bytes
            }
            #expect(outputs[0] == outputs[1], "\(orientation)")
            job.blur.directions = []
            let file = try Self.file(image, orientation)
            let result = try PixelBuffer.decoded(try job.run(from: .bytes(file)).bytes)
            #expect(result[4, upright.height - 7, 0] == 200 && result[4, upright.height - 7, 2] == 90)
        }
    }

    @Test("leave no trace of their contents in the tables of a JPEG, which could depend on the length of the input")
    func smoothing() throws {
        func isCovered(_ x: Int, _ y: Int) -> Bool { (64..<192).contains(x) && (64..<192).contains(y) }
        let image = try PixelBuffer.make(Size(256, 256)) { x, y, channel in
            isCovered(x, y) ? 128 : (x + y * channel) % 200
        }
        var job = try Self.job(["xywh(64px 64px 128px 128px)"])
        (job.blur.directions, job.blur.maximumRadius) = (BlurDirection.allCases, .pixels(10))
        let style = ImageEncoding.jpeg(JPEGStyle(.yCbCr), quality: 75)
        let flat = try image.encoded(style)
        let noisy = try Self.changed(image, where: isCovered).encoded(style)
        #expect(noisy.count > 2 * flat.count)
        #expect(try job.run(from: .bytes(flat)).bytes == job.run(from: .bytes(noisy)).bytes)
    }

    @Test("leave no digest of an earlier run in the output", arguments: ImageFormat.inProcess)
    func digests(format: ImageFormat) throws {
        let first = BlurJob(radius: 0, format: format) { $0.writesDigest = true }
        let file = try first.run(from: .bytes(PixelBuffer.noise(Self.size).encoded(.png))).bytes
        #expect(try ImageHeader.of(file).metadata.digest != nil)
        for output in ImageFormat.inProcess {
            var job = try Self.job()
            job.output.format = output
            #expect(try ImageHeader.of(job.run(from: .bytes(file)).bytes).metadata.digest == nil, "\(output)")
        }
    }

    @Test("in pixels are refused for several sizes, of which they would cover different parts")
    func sizes() throws {
        let file = try PixelBuffer.noise(Self.size).encoded(.png)
        let sizes = try ["50x", "100x"].map { BlurJob.Output(resize: try Resize($0)) }
        #expect(throws: ImageError.self) { try Self.job().run(from: .bytes(file), to: sizes) }
        let relative = try Self.job(["inset(10% 0px 20% 5%)", "circle(20% at 50% 50%)"])
        #expect(try relative.run(from: .bytes(file), to: sizes).allSatisfy { (try? $0.get()) != nil })
        #expect(try Self.job().run(from: .bytes(file), to: [sizes[0], sizes[0]]).count == 2)
        let empty = try Self.job([]).run(from: .bytes(file))
        #expect(empty.notices.contains { $0.contains("nothing is painted") })
    }

    @Test("have their color in the macroblocks that they touch in a lossy WebP file, and no others change")
    func webP() throws {
        let image = try TestContent.natural.image(Self.size)
        let file = try image.encoded(.webP(.lossy(40)))
        let header = try ImageHeader.of(file)
        #expect(header.blocks == CompressedBlocks(width: 16, height: 16))
        var (job, still) = (try Self.job(["xywh(40px 40px 10px 10px)"]), try Self.job(["xywh(140px 130px 2px 2px)"]))
        (job.output.format, still.output.format) = (.png, .png)
        let painted = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
        let other = try PixelBuffer.decoded(still.run(from: .bytes(file)).bytes)
        let color = [200, 30, 90]
        let wrong = painted.exceptions { x, y, channel in
            if (32..<64).contains(x) && (32..<64).contains(y) { return painted[x, y, channel] == color[channel] }
            return x >= 128 && y >= 128 || painted[x, y, channel] == other[x, y, channel]
        }
        #expect(wrong == nil, "\(wrong ?? "")")
    }

    @Test("are refused where they cover nothing, or with a digest")
    func errors() throws {
        let file = try PixelBuffer.noise(Size(60, 40)).encoded(.png)
        for text in ["xywh(60px 0 10px 10px)", "circle(0)", "inset(60%)"] {
            let job = try Self.job([text, "circle(4px)"])
            let error = try #require(throws: ImageError.self) { try job.run(from: .bytes(file)) }
            #expect(error.code == .invalidSettings && error.cause.contains("covers nothing"), "\(error)")
        }
        var job = try Self.job(["circle(4px)"])
        job.existing = .skipSame
        #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
        job.existing = .fail
        job.writesDigest = true
        let output = try job.run(from: .bytes(file)).bytes
        #expect(try ImageHeader.of(output).metadata.digest == nil)
        job.fill = nil
        #expect(try ImageHeader.of(job.run(from: .bytes(file)).bytes).metadata.digest != nil)
    }
}
