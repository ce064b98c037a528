import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs with looks")
struct LookJobTests {
    private static let size = Size(160, 320)

    private func job(
        radius: Double = 9, offset: Double = 0, tint: (Double, Double, Double)? = (0.2, 0.5, 0.9),
        saturation: Double = 1,
        grain: Double = 0, dithers: Bool = false
    ) throws -> BlurJob {
        var job = BlurJob()
        (job.blur.maximumRadius, job.blur.startOffset) = (.pixels(radius), offset)
        job.output.jpegSmoothing = .off
        let color = try tint.map { try BlurLook.Tint(red: $0.0, green: $0.1, blue: $0.2, opacity: 0.6) }
        job.blur.look = try BlurLook(tint: color, saturation: saturation, grain: grain, dithers: dithers)
        return job
    }

    private func greatestDifference(_ a: borrowing PixelBuffer, _ b: borrowing PixelBuffer) -> Int {
        zip(a.sampleValues(), b.sampleValues()).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    @Test(
        "files get the pixels of the library, streamed or not",
        arguments: PixelFormat.all.filter { $0.channels != .cmyk && $0.channels != .chroma && $0.alpha == .straight })
    func pixels(format: PixelFormat) throws {
        let image = try TestContent.natural.image(Size(700, 330), format)
        let file = try image.encoded(.png)
        for direction in BlurDirection.allCases {
            for threads in [1, 2] {
                var job = try job(offset: 0.3, saturation: 1.6, grain: 3, dithers: true)
                (job.blur.direction, job.blur.execution.threadCount) = (direction, threads)
                let expected = try job.blur.progressiveBlur(width: 700, height: 330).blurred(image)
                #expect(try PixelBuffer.decoded(job.output(of: file)).sampleValues() == expected.sampleValues())
            }
        }
    }

    @Test("the planes of a JPEG file get the colors of its pixels", arguments: [0.0, 0.6])
    func planes(offset: Double) throws {
        let image = try PixelBuffer.make(Self.size) { x, y, channel in 90 + (x * (channel + 1) + y) % 70 }
        let style = JPEGStyle(.yCbCr, sampling: [.init(1, 1), .init(1, 1), .init(1, 1)])
        let file = try image.encoded(.jpeg(style, quality: 100))
        let decoded = try PixelBuffer.decoded(file)
        for job in [
            try job(offset: offset, saturation: 1.4, grain: 4), try job(radius: 0, offset: offset),
            try job(offset: offset, tint: nil, grain: 6), try job(offset: offset, tint: nil, saturation: 0.2),
        ] {
            let expected = try job.blur.progressiveBlur(width: 160, height: 320).blurred(decoded)
            let result = try job.output(of: file)
            #expect(try greatestDifference(PixelBuffer.decoded(result), expected) <= 5)
            guard offset > 0 else { continue }
            let (before, after) = (try StoredPlanes.coefficients(file), try StoredPlanes.coefficients(result))
            let clear = (320 * 2 / 5 / 8 + 1)..<before.count
            #expect(clear.allSatisfy { before[$0] == after[$0] } && before[0] != after[0])
        }
    }

    @Test("subsampled planes are tinted like the pixels", arguments: [true, false])
    func subsampled(isProgressive: Bool) throws {
        let image = try PixelBuffer.make(Self.size) { x, y, channel in 100 + (x + 40 * channel) / 4 + y / 8 }
        let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr, isProgressive: isProgressive), quality: 95))
        let job = try job(radius: 5, saturation: 1.5)
        let expected = try job.blur.progressiveBlur(width: 160, height: 320).blurred(PixelBuffer.decoded(file))
        #expect(try greatestDifference(PixelBuffer.decoded(job.output(of: file)), expected) <= 8)
    }

    @Test("JPEG files that store red, green and blue are changed as pixels")
    func storedRGB() throws {
        let image = try PixelBuffer.make(Self.size) { x, y, channel in 90 + (x * (channel + 1) + y) % 70 }
        let file = try image.encoded(.jpeg(JPEGStyle(.rgb), quality: 100))
        let job = try job(offset: 0.5, tint: nil, saturation: 2)
        let expected = try job.blur.progressiveBlur(width: 160, height: 320).blurred(PixelBuffer.decoded(file))
        #expect(try greatestDifference(PixelBuffer.decoded(job.output(of: file)), expected) <= 4)
    }

    @Test("the noise lies on the upright image")
    func orientation() throws {
        let image = try TestContent.natural.image(Size(90, 60))
        let job = try job(grain: 20)
        for orientation in 2...8 {
            let file = FileEditing.oriented(try image.encoded(.png), orientation, littleEndian: false)
            var decoder = try ImageDecoder(file.span.bytes)
            let upright = try decoder.readUprightImage()
            let blur = try job.blur.progressiveBlur(width: upright.width, height: upright.height)
            #expect(
                try PixelBuffer.decoded(job.output(of: file)).sampleValues() == blur.blurred(upright).sampleValues())
        }
    }

    @Test("unchanged rows of PNG files are kept")
    func keptRows() throws {
        let image = try TestContent.natural.image(Size(400, 900))
        let file = try image.encoded(.png)
        let result = try PixelBuffer.decoded(job(radius: 0, offset: 0.7, grain: 5).output(of: file))
        for y in 270..<900 { #expect(result.row(y) == image.row(y)) }
        #expect(result.row(200) != image.row(200))
    }

    @Test("CMYK images are refused, and gray images lose the hue of the tint with a notice")
    func otherColors() throws {
        let cmyk = try PixelBuffer.noise(Size(20, 20), PixelFormat(.cmyk)).encoded(.jpeg(JPEGStyle(.cmyk), quality: 90))
        for job in [try job(), try job(tint: nil, grain: 1), try job(tint: nil, dithers: true)] {
            #expect(#expect(throws: ImageError.self) { try job.output(of: cmyk) }?.code == .unsupported)
        }
        _ = try job(tint: nil).output(of: cmyk)
        let gray = try PixelBuffer.noise(Size(20, 20), PixelFormat(.gray)).encoded(.png)
        func notices(_ job: BlurJob) throws -> String { try job.run(from: .bytes(gray)).notices.joined() }
        #expect(try notices(job()).contains("the tint has the brightness of its color"))
        #expect(try notices(job(tint: nil, saturation: 2)).contains("the saturation has no effect"))
        #expect(try notices(job(tint: (0.5, 0.5, 0.5), grain: 2)).isEmpty)
    }

    /// A job that fades an image toward its lower side.
    private func fadingJob(_ format: ImageFormat, offset: Double = 0.25) throws -> BlurJob {
        var job = try job(radius: 6, offset: offset, tint: nil)
        (job.blur.direction, job.output.format) = (.bottom, format)
        job.blur.look = try BlurLook(fade: 1)
        return job
    }

    @Test(
        "opaque images get an alpha channel that fades, whatever the input",
        arguments: [ImageEncoding.png, .jpeg(JPEGStyle(.yCbCr), quality: 95), .webP(.lossless)])
    func fading(input: ImageEncoding) throws {
        for format in [PixelFormat(.rgb), PixelFormat(.gray), PixelFormat(.rgb, .sixteen)] {
            if input.format != .png && format != PixelFormat(.rgb) { continue }
            let image = try TestContent.natural.image(Self.size, format)
            let source = try image.encoded(input)
            let job = try fadingJob(.png)
            let blur = try job.blur.progressiveBlur(width: Self.size.width, height: Self.size.height)
            let found = try PixelBuffer.decoded(job.output(of: source))
            let last = found.format.channels.count - 1
            #expect(found.format.channels.hasAlpha && found.format.channels.isGray == format.channels.isGray)
            let step = found.format.depth.fullScale / 255
            for y in 0..<Self.size.height {
                let alpha = blur.field.alpha(column: 5, row: y, width: Self.size.width, height: Self.size.height)
                let exact = found.format.depth.fullScale * (1 - alpha)
                #expect(abs(Double(found[5, y, last]) - exact) <= 0.51 * step, "\(format) \(y)")
            }
            let decoded = try PixelBuffer.decoded(source)
            for channel in 0..<last { #expect(found[7, 9, channel] == decoded[7, 9, channel]) }
        }
    }

    @Test("JPEG outputs fade to the background, and are refused without one")
    func fadingToBackground() throws {
        let image = try TestContent.natural.image(Self.size)
        let png = try image.encoded(.png)
        for source in [png, try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))] {
            var job = try fadingJob(.jpeg)
            let error = try #require(#expect(throws: ImageError.self) { try job.output(of: source) })
            #expect(error.code == .unsupported && error.description.contains("fading requires an alpha channel"))
            job.output.background = RGBColor(red: 250, green: 0, blue: 90)
            job.output.jpegQuality = 100
            let result = try PixelBuffer.decoded(job.output(of: source))
            for (channel, value) in [250, 0, 90].enumerated() { #expect(abs(result[30, 319, channel] - value) <= 3) }
            let decoded = try PixelBuffer.decoded(source)
            #expect((0..<3).allSatisfy { abs(result[30, 3, $0] - decoded[30, 3, $0]) <= 6 })
        }
    }

    @Test("gray JPEG files that get colors keep their quality and their mode", arguments: [false, true])
    func fadingGray(isProgressive: Bool) throws {
        let style = JPEGStyle(.gray, isProgressive: isProgressive)
        let gray = try TestContent.natural.image(Self.size, PixelFormat(.gray)).encoded(.jpeg(style, quality: 97))
        var job = try fadingJob(.jpeg)
        job.output.background = RGBColor(red: 250, green: 0, blue: 90)
        let table = try #require(ImageHeader.of(gray).jpegStyle?.quantization?.tables.first)
        let found = try #require(ImageHeader.of(job.output(of: gray)).jpegStyle)
        #expect(found.isProgressive == isProgressive && found.subsampling == "4:4:4")
        #expect(found.quantization?.tables == [table, table, table])
        job.output.jpegQuality = 60
        #expect(try ImageHeader.of(job.output(of: gray)).jpegStyle?.subsampling == "4:2:0")
    }

    @Test("where nothing fades, rows of PNG files with alpha are kept")
    func fadingKeepsRows() throws {
        let image = try TestContent.natural.image(Size(400, 900), PixelFormat(.rgba))
        let result = try fadingJob(.png, offset: 0.7).output(of: try image.encoded(.png))
        let decoded = try PixelBuffer.decoded(result)
        for y in 0..<600 { #expect(decoded.row(y) == image.row(y)) }
        #expect(decoded[10, 899, 3] < 3 && image[10, 899, 3] > 100)
    }

    @Test("JPEG outputs are not dithered")
    func jpeg() throws {
        let png = try TestContent.natural.image(Size(90, 60)).encoded(.png)
        for (file, format) in [(png, ImageFormat.jpeg), (try Self.jpegFile(), .jpeg), (png, .png)] {
            var job = try job(tint: nil, dithers: true)
            job.output.format = format
            let dithered = try job.output(of: file)
            job.blur.look = .none
            #expect(try (dithered == job.output(of: file)) == (format == .jpeg))
            job.blur.look = try BlurLook(grain: 2, dithers: true)
            let grainy = try job.output(of: file)
            #expect(grainy != dithered)
        }
    }

    private static func jpegFile() throws -> [UInt8] {
        try TestContent.natural.image(Size(90, 60)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
    }

    @Test("16-bit images are dithered where they are written with 8 bits")
    func roundedDepth() throws {
        let deep = try PixelBuffer.make(Size(320, 64), PixelFormat(.rgb, .sixteen)) { x, _, _ in 25_000 + 2 * x }
        let file = try deep.encoded(.png)
        var job = try job(radius: 4, tint: nil)
        job.output.format = .webP
        let plain = try PixelBuffer.decoded(job.output(of: file))
        job.blur.look = try BlurLook(dithers: true)
        let dithered = try PixelBuffer.decoded(job.output(of: file))
        func steps(_ image: borrowing PixelBuffer) -> Int {
            (1..<320).reduce(0) { $0 + (image[$1, 8, 0] == image[$1 - 1, 8, 0] ? 0 : 1) }
        }
        #expect(steps(plain) <= 4 && steps(dithered) > 40)
        job.output.format = .png
        let sixteen = try job.output(of: file)
        job.blur.look = .none
        #expect(
            try PixelBuffer.decoded(sixteen).sampleValues() == PixelBuffer.decoded(job.output(of: file)).sampleValues())
    }
}
