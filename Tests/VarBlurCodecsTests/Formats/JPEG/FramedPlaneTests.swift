import Foundation
import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

/// Crops and resizes from JPEG to JPEG, in the stored planes.
@Suite("JPEG to JPEG, cropped and resized")
struct FramedPlaneTests {
    /// A crop and a size for an image of `source` pixels.
    struct Framing: CustomStringConvertible {
        let source: Size
        let crop: String?
        let resize: String?

        var description: String { "\(source) crop \(crop ?? "none") resize \(resize ?? "none")" }

        /// A job with this framing that blurs nothing.
        func job(threads: Int = 2) throws -> BlurJob {
            var job = BlurJob(radius: 0)
            job.blur.execution.threadCount = threads
            job.output.jpegSmoothing = .off
            job.crop = try crop.map { try Crop($0) }
            job.resize = try resize.map { try Resize($0) }
            return job
        }

        /// The pixels that are kept, the part of them that becomes the result, and its size, from the definition.
        func placement() throws -> (kept: PixelRegion, source: SourceRegion, width: Int, height: Int) {
            let whole = PixelRegion(x: 0, y: 0, width: source.width, height: source.height)
            let kept = try job().crop?.region(width: source.width, height: source.height) ?? whole
            guard let placement = try job().resize?.placement(width: kept.width, height: kept.height) else {
                return (kept, SourceRegion(wholeWidth: kept.width, height: kept.height), kept.width, kept.height)
            }
            return (kept, placement.source, placement.width, placement.height)
        }
    }

    private static func sampling(_ factors: (Int, Int)...) -> [JPEGStyle.Sampling] {
        factors.map { JPEGStyle.Sampling($0.0, $0.1) }
    }

    static let styles: [String: JPEGStyle] = [
        "4:4:4": JPEGStyle(.yCbCr, sampling: sampling((1, 1), (1, 1), (1, 1))),
        "4:2:2": JPEGStyle(.yCbCr, sampling: sampling((2, 1), (1, 1), (1, 1))),
        "4:2:0": JPEGStyle(.yCbCr),
        "4:4:0": JPEGStyle(.yCbCr, sampling: sampling((1, 2), (1, 1), (1, 1))),
        "4:1:1": JPEGStyle(.yCbCr, sampling: sampling((4, 1), (1, 1), (1, 1))),
        "gray": JPEGStyle(.gray), "RGB": JPEGStyle(.rgb), "CMYK": JPEGStyle(.cmyk),
    ]

    static let framings = [
        Framing(source: Size(960, 720), crop: nil, resize: "512x384"),
        Framing(source: Size(961, 723), crop: nil, resize: "241x181!"),
        Framing(source: Size(961, 723), crop: nil, resize: "131x99!"),
        Framing(source: Size(967, 725), crop: nil, resize: "65x49!"),
        Framing(source: Size(967, 725), crop: nil, resize: "59x45!"),
        Framing(source: Size(961, 723), crop: "613x401+37+81", resize: "151x101^"),
        Framing(source: Size(961, 723), crop: "50%x50%+25%+25%", resize: "200x100!"),
        Framing(source: Size(201, 153), crop: "101x77+51+33", resize: "207x155!"),
        Framing(source: Size(201, 153), crop: "101x77+51+33", resize: nil),
        Framing(source: Size(200, 152), crop: "101x77+50+32", resize: nil),
    ]

    /// A file without quantization, so that its samples are those of the image but for rounding.
    private func file(_ style: JPEGStyle, _ size: Size, _ content: TestContent = .natural) throws -> [UInt8] {
        var style = style
        let table = [UInt16](repeating: 1, count: 64)
        style.quantization = JPEGQuantization(tables: style.sampling.map { _ in table })
        let formats: [Int: ChannelLayout] = [1: .gray, 3: .rgb, 4: .cmyk]
        let format = PixelFormat(formats[style.sampling.count] ?? .rgb)
        return try content.image(size, format).encoded(.jpeg(style, quality: nil))
    }

    private func plan(_ file: [UInt8], _ job: BlurJob) throws -> BlurPlan {
        try BlurPlan(ImageHeader.of(file), job, JobContext(ImageLimits()), inputByteCount: file.count)
    }

    /// Signals of an image: brightness, and differences of colors.
    private static func signals(_ image: borrowing PixelBuffer) -> [[Double]] {
        let channels = image.format.channels.count
        let samples = image.sampleValues().map(Double.init)
        func signal(_ weights: [Double]) -> [Double] {
            stride(from: 0, to: samples.count, by: channels).map { first in
                weights.indices.reduce(0) { $0 + weights[$1] * samples[first + $1] }
            }
        }
        guard channels == 3 else { return (0..<channels).map { c in signal((0..<channels).map { $0 == c ? 1 : 0 }) } }
        return [signal([0.299, 0.587, 0.114]), signal([-0.169, -0.331, 0.5]), signal([0.5, -0.419, -0.081])]
    }

    /// The peak signal-to-noise ratio in decibels.
    private static func ratio(_ a: [Double], _ b: [Double]) -> Double {
        let sum = zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        return 10 * log10(255 * 255 * Double(a.count) / max(sum, 1e-9))
    }

    @Test(
        "agrees with the resize of the decoded image, without a shift", arguments: styles.keys.sorted(),
        framings.indices)
    func agreement(style: String, framing: Int) throws {
        let framing = Self.framings[framing]
        let file = try file(#require(Self.styles[style]), framing.source)
        let job = try framing.job()
        let plan = try plan(file, job)
        #expect(plan.routes[0].blurred.components.count == plan.request.header.jpegStyle?.sampling.count)
        let result = try Self.signals(PixelBuffer.decoded(job.run(from: .bytes(file)).bytes))
        let (kept, region, width, height) = try framing.placement()
        let decoded = try PixelBuffer.decoded(file).rearranged(Size(kept.width, kept.height)) {
            (kept.x + $0, kept.y + $1)
        }
        let (stepX, stepY) = (region.width / Double(width), region.height / Double(height))
        func ratios(shiftedBy x: Double, _ y: Double) throws -> [Double] {
            var shifted = region
            (shifted.x, shifted.y) = (region.x + x * stepX, region.y + y * stepY)
            let expected = try Self.signals(decoded.resized(toWidth: width, height: height, from: shifted))
            return zip(result, expected).map(Self.ratio)
        }
        let unshifted = try ratios(shiftedBy: 0, 0)
        #expect(unshifted[0] >= 46, "\(style) \(framing) \(unshifted)")
        for (x, y) in [(-0.25, 0), (0.25, 0), (0, -0.25), (0, 0.25)] {
            let shifted = try ratios(shiftedBy: x, y)
            // the decoder interpolates chroma, but repeats that of 4:1:1, which hides small shifts
            for (index, ratio) in shifted.enumerated() where style != "4:1:1" || index == 0 {
                #expect(ratio < unshifted[index], "\(style) \(framing) signal \(index) by \(x), \(y): \(unshifted)")
            }
        }
    }

    @Test("copies planes that are cropped at whole samples")
    func copies() throws {
        let file = try StoredPlanes.file(JPEGStyle(.yCbCr), Size(200, 152), .natural, divisor: 1)
        let source = try StoredPlanes.read(file)
        let framing = Framing(source: Size(200, 152), crop: "121x85+38+18", resize: nil)
        let result = try StoredPlanes.read(framing.job().run(from: .bytes(file)).bytes)
        for (index, plane) in result.enumerated() {
            let (x, y) = index == 0 ? (38, 18) : (19, 9)
            #expect(plane.pixels.width == (index == 0 ? 121 : 61) && plane.pixels.height == (index == 0 ? 85 : 43))
            let exceptions = plane.pixels.exceptions { column, row, _ in
                abs(plane.pixels[column, row, 0] - source[index].pixels[x + column, y + row, 0]) <= 2
            }
            #expect(exceptions == nil, "plane \(index): \(exceptions ?? "")")
        }
    }

    @Test("blurs the resized planes", arguments: [BlurDirection.top, .left])
    func blurred(direction: BlurDirection) throws {
        let file = try StoredPlanes.file(JPEGStyle(.yCbCr), Size(302, 202), .natural, divisor: 1)
        var job = try Framing(source: Size(302, 202), crop: nil, resize: "200x134!").job()
        (job.blur.maximumRadius, job.blur.direction) = (.pixels(6), direction)
        let blur = try ProgressiveBlur(maximumRadius: 6, direction: direction)
        let result = try job.run(from: .bytes(file)).bytes
        let header = try ImageHeader.of(result)
        let layout = try StoredPlanes.layout(header)
        let planes = try zip(layout.components, StoredPlanes.read(file)).map { component, plane in
            let region = SourceRegion(wholeWidth: plane.pixels.width, height: plane.pixels.height)
            let resized = try plane.pixels.resized(toWidth: component.width, height: component.height, from: region)
            return StoredPlanes.Plane(try blur.blurred(resized, sampling: component.sampling))
        }
        #expect(
            try StoredPlanes.coefficients(StoredPlanes.encode(planes, like: header))
                == StoredPlanes.coefficients(result))
    }

    @Test(
        "writes the same bytes with all instruction sets and any number of threads",
        arguments: ["4:2:0", "4:2:2", "CMYK"])
    func sameBytes(style: String) throws {
        let size = Size(641, 483)
        let file = try file(#require(Self.styles[style]), size, .whiteNoise)
        for resize in ["400x300!", "200x151!", "700x500!"] {
            let framing = Framing(source: size, crop: "600x480+17+2", resize: resize)
            var results: Set<[UInt8]> = []
            for threads in 1...3 {
                for set in InstructionSet.allCases where set.isAvailable {
                    var job = try framing.job(threads: threads)
                    job.blur.maximumRadius = .pixels(8)
                    job.blur.execution.instructionSet = set
                    results.insert(try job.run(from: .bytes(file)).bytes)
                }
            }
            #expect(results.count == 1, "\(style) \(resize)")
        }
    }

    @Test("resizes progressive files and files of several scans like the same image in one scan")
    func progressive() throws {
        let image = try TestContent.natural.image(Size(403, 301))
        for framing in ["200x150!", "100x75!", "50x37!", "430x333!"] {
            var job = try Framing(source: Size(403, 301), crop: "400x300+3+1", resize: framing).job()
            job.blur.maximumRadius = .pixels(3)
            job.output.jpegIsProgressive = false
            let results = try [false, true].map { isProgressive in
                let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr, isProgressive: isProgressive), quality: 90))
                return try job.run(from: .bytes(file)).bytes
            }
            #expect(results[0] == results[1])
            job.output.jpegIsProgressive = true
            let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
            let progressive = try job.run(from: .bytes(file)).bytes
            #expect(try ImageHeader.of(progressive).jpegStyle?.isProgressive == true)
            #expect(try StoredPlanes.coefficients(progressive) == StoredPlanes.coefficients(results[0]))
        }
    }

    @Test("resizes images of a few pixels", arguments: styles.keys.sorted())
    func tiny(style: String) throws {
        for size in [Size(1, 1), Size(2, 9), Size(17, 1), Size(9, 16)] {
            let file = try file(#require(Self.styles[style]), size)
            for resize in ["1x1!", "3x2!", "1x40!", "33x1!"] {
                let result = try Framing(source: size, crop: nil, resize: resize).job().run(from: .bytes(file)).bytes
                let image = try PixelBuffer.decoded(result)
                let expected = try Resize(resize).placement(width: size.width, height: size.height)
                #expect(image.width == expected.width && image.height == expected.height)
                let samples = try PixelBuffer.decoded(file).sampleValues()
                let (low, high) = (samples.min() ?? 0, samples.max() ?? 0)
                // the filter overshoots
                let slack = 8 + (high - low) / 3
                #expect(
                    image.sampleValues().allSatisfy { (low - slack...high + slack).contains($0) }, "\(size) \(resize)")
            }
        }
    }

    @Test("resizes pixels where planes do not suffice")
    func pixels() throws {
        let source = Size(120, 90)
        let file = try file(JPEGStyle(.yCbCr), source)
        let turned = FileEditing.oriented(file, 6)
        let job = try Framing(source: source, crop: nil, resize: "60x60").job()
        var (bars, linear, png) = (job, job, job)
        bars.resize?.fit = .contain
        linear.blur.light = .linear
        png.output.format = .png
        #expect(try plan(file, job).routes.map(\.blurred.components.count) == [3])
        for (file, job) in [(turned, job), (file, bars), (file, linear), (file, png)] {
            let plan = try plan(file, job)
            #expect(plan.routes.map(\.blurred.components.count) == [1])
            let result = try ImageHeader.of(job.run(from: .bytes(file)).bytes)
            #expect(result.width == plan.request.geometry.width && result.height == plan.request.geometry.height)
        }
    }

    @Test("finds damage and truncation wherever full decoding does", arguments: [false, true])
    func damage(isProgressive: Bool) throws {
        let size = Size(320, 240)
        var style = JPEGStyle(.yCbCr)
        style.isProgressive = isProgressive
        let whole = try file(style, size)
        var random = SplitMix64(seed: 5)
        for number in 0..<60 {
            var file = whole
            if number % 2 == 0 {
                file.removeLast(Int.random(in: 1..<file.count - 700, using: &random))
            } else {
                for _ in 0..<3 { file[Int.random(in: 700..<file.count - 2, using: &random)] ^= 0x55 }
            }
            let expected = Result { () throws(ImageError) in try Self.decodeAll(file) }.failure
            // the crop needs only rows at the top
            for crop in [nil, "320x40+0+0"] {
                let job = try Framing(source: size, crop: crop, resize: number % 3 == 0 ? "80x" : "40x").job()
                let found = Result { () throws(ImageError) in try job.run(from: .bytes(file)) }.failure
                #expect(found?.code == expected?.code && found?.cause == expected?.cause, "\(number)")
                var tolerant = job
                tolerant.limits.allowsDamage = true
                if expected == nil || expected?.code == .damaged {
                    let outcome = Result { () throws(ImageError) in try tolerant.run(from: .bytes(file)) }
                    #expect(outcome.failure == nil, "\(number) \(outcome)")
                }
            }
        }
    }

    private static func decodeAll(_ file: [UInt8]) throws(ImageError) {
        var decoder = try ImageDecoder(file.span.bytes, limits: ImageLimits())
        _ = try decoder.readImage()
    }

    @Test("estimates the memory of all stages", arguments: styles.keys.sorted())
    func memory(style: String) throws {
        for framing in Self.framings {
            let file = try file(#require(Self.styles[style]), framing.source)
            let plan = try plan(file, framing.job())
            let (route, request) = (plan.routes[0], plan.request)
            let context = JobContext(ImageLimits())
            let input = try InputDecoder(FileContents.copy(of: file), JPEGCodec(), context, label: .memory)
            let source = try #require(try route.makeSource(input))
            let decoded = source.pool.layout
            #expect(decoded.count == route.decoded.count && decoded.byteCount <= route.decoded.byteCount)
            let stages = try #require(request.framing.byteCount(decoded, to: route.blurred))
            #expect(plan.memoryEstimate() >= stages + 8 * decoded.byteCount + file.count)
        }
    }
}

extension Result {
    /// The error; `nil` for a success.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
