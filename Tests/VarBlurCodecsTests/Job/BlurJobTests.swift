import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Blur jobs")
struct BlurJobTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func target(_ name: String) -> OutputTarget {
        .file(path: directory.path(name))
    }

    private func output(_ name: String) throws -> [UInt8] {
        try directory.read(name)
    }

    /// A job that does not change pixels.
    private let identity = BlurJob(radius: 0)

    @Test("the output is the blur of the input")
    func blurs() throws {
        let image = try PixelBuffer.noise(Size(40, 30), PixelFormat(.rgba, .sixteen))
        var job = BlurJob()
        job.blur.maximumRadius = .percent(10)
        job.blur.minimumRadius = .pixels(0.5)
        job.blur.direction = .left
        job.blur.startOffset = 0.25
        job.blur.edges = .mirror
        let report = try job.run(from: directory.source(image.encoded(.png), "a.png"), to: target("b.png"))
        #expect(report.width == 40 && report.height == 30 && report.notices.isEmpty)
        let blur = try ProgressiveBlur(
            maximumRadius: 4, minimumRadius: 0.5, direction: .left, startOffset: 0.25, edges: .mirror)
        #expect(try PixelBuffer.decoded(output("b.png")).sampleValues() == blur.blurred(image).sampleValues())
    }

    @Test("the orientation is applied before the blur", arguments: ImageOrientation.allCases)
    func orientations(orientation: ImageOrientation) throws {
        let upright = try PixelBuffer.noise(Size(21, 34))
        let source = try directory.source(upright.stored(orientation), "a.png")
        let job = BlurJob(radius: 3) { $0.blur.startOffset = 0.5 }
        _ = try job.run(from: source, to: target("b.png"))
        let blur = try ProgressiveBlur(maximumRadius: 3, startOffset: 0.5)
        let result = try output("b.png")
        #expect(try PixelBuffer.decoded(result).sampleValues() == blur.blurred(upright).sampleValues())
        #expect(try ImageHeader.of(result).orientation == .up)
    }

    @Test("a rotated JPEG keeps its sampling, transposed")
    func rotatedSampling() throws {
        let style = JPEGStyle(.yCbCr, sampling: [.init(2, 1), .init(1, 1), .init(1, 1)])
        let file = try PixelBuffer.noise(Size(40, 24)).encoded(.jpeg(style, quality: 95))
        let source = try directory.source(FileEditing.oriented(file, 6, littleEndian: false), "a.jpg")
        _ = try BlurJob().run(from: source, to: target("b.jpg"))
        let header = try ImageHeader.of(output("b.jpg"))
        #expect(header.jpegStyle?.sampling == [.init(1, 2), .init(1, 1), .init(1, 1)])
        #expect(header.width == 24 && header.height == 40)
    }

    @Test(
        "a color profile is copied byte for byte", arguments: ImageFormat.inProcess,
        ImageFormat.inProcess)
    func profiles(from: ImageFormat, to: ImageFormat) throws {
        var random = SplitMix64(seed: 5)
        for count in [128, 400, 70_000, 200_000] {
            // a header and random bytes, which libpng would not accept as a profile
            let content = (128..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let profile = ICCProfile(bytes: FileEditing.profile(count: count).prefix(128) + content)
            let name = "\(count).\(to.rawValue)"
            let source = try directory.source(
                PixelBuffer.noise(Size(9, 9)).encoded(from.usualEncoding, profile: profile), "a\(count)")
            let job = BlurJob { $0.output.format = to }
            let report = try job.run(from: source, to: target(name))
            #expect(report.notices.isEmpty)
            #expect(try ImageHeader.of(output(name)).profile == profile)
            let other = try #require(try ReferenceImage.decode([directory.path(name)])[0])
            #expect(other.profile == profile.bytes)
        }
    }

    @Test("an invalid profile is not copied, with a notice")
    func brokenProfiles() throws {
        let png = try PixelBuffer.noise(Size(9, 9)).encoded(.png)
        let odd = FileEditing.addingPNGChunk("iCCP", Array("x\0\0nonsense".utf8), to: png)
        #expect(
            try identity.run(from: directory.source(odd, "a.png"), to: target("b.png")).notices == [
                "the color profile is invalid or too large and is not copied"
            ])
        let jpeg = try PixelBuffer.noise(Size(9, 9)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        let part = Array("ICC_PROFILE\0".utf8) + [2, 2, 1, 2, 3]
        let half = FileEditing.addingJPEGSegment(0xE2, part, to: jpeg)
        #expect(
            try identity.run(from: directory.source(half, "a.jpg"), to: target("b.jpg")).notices == [
                "the color profile is incomplete or invalid and is not copied"
            ])
        #expect(try ImageHeader.of(output("b.jpg")).profile == nil)
    }

    @Test("a JPEG output of an image with alpha needs a background", arguments: SampleDepth.integers)
    func backgrounds(depth: SampleDepth) throws {
        let full = Int(depth.fullScale)
        let image = try PixelBuffer.make(Size(16, 16), PixelFormat(.rgba, depth)) { _, _, channel in
            channel == 3 ? full / 2 : channel == 0 ? full : 0
        }
        let source = try directory.source(image.encoded(.png), "a.png")
        var job = identity
        job.output.format = .jpeg
        let error = #expect(throws: ImageError.self) { try job.run(from: source, to: target("b.jpg")) }
        #expect(error?.code == .unsupported && error?.reason == .noBackground)
        #expect(!FileManager.default.fileExists(atPath: directory.path("b.jpg")))
        job.output.background = RGBColor(red: 0, green: 0, blue: 255)
        job.output.jpegQuality = 100
        let report = try job.run(from: source, to: target("b.jpg"))
        #expect(report.notices.count == (depth == .sixteen ? 1 : 0))
        let pixel = try PixelBuffer.decoded(output("b.jpg"))
        for (channel, expected) in [127, 0, 128].enumerated() {
            #expect(abs(pixel[8, 8, channel] - expected) <= 2)
        }
    }

    @Test("a gray image becomes RGB only over a colored background")
    func grayBackgrounds() throws {
        let image = try PixelBuffer.noise(Size(16, 16), PixelFormat(.grayAlpha))
        let profile = ICCProfile(bytes: HandmadeProfile(space: "GRAY").bytes)
        let source = try directory.source(image.encoded(.png, profile: profile), "a.png")
        var job = identity
        job.output.format = .jpeg
        job.output.background = RGBColor(red: 9, green: 9, blue: 9)
        #expect(try job.run(from: source, to: target("gray.jpg")).notices.isEmpty)
        #expect(try ImageHeader.of(output("gray.jpg")).pixelFormat.channels == .gray)
        job.output.background = RGBColor(red: 9, green: 0, blue: 9)
        #expect(try job.run(from: source, to: target("color.jpg")).notices.count == 1)
        let header = try ImageHeader.of(output("color.jpg"))
        #expect(header.pixelFormat.channels == .rgb && header.profile == nil)
    }

    @Test("transparent edges add an alpha channel to a PNG, and need a background for a JPEG")
    func transparentEdges() throws {
        let image = try PixelBuffer.make(Size(30, 30), PixelFormat(.gray)) { _, _, _ in 255 }
        let source = try directory.source(image.encoded(.png), "a.png")
        var job = BlurJob(radius: 5)
        job.blur.edges = .transparent
        _ = try job.run(from: source, to: target("b.png"))
        let png = try PixelBuffer.decoded(output("b.png"))
        #expect(png.format.channels == .grayAlpha)
        #expect(png[15, 0, 0] == 255 && (120...150).contains(png[15, 0, 1]) && png[15, 29, 1] == 255)
        job.output.format = .jpeg
        #expect(throws: ImageError.self) { try job.run(from: source, to: target("b.jpg")) }
        job.output.background = RGBColor(red: 0, green: 0, blue: 0)
        _ = try job.run(from: source, to: target("b.jpg"))
        #expect((115...155).contains(try PixelBuffer.decoded(output("b.jpg"))[15, 0, 0]))
    }

    @Test("16 bits are rounded to 8 in a JPEG, with a notice")
    func rounding() throws {
        let image = try PixelBuffer.make(Size(16, 16), PixelFormat(.gray, .sixteen)) { _, _, _ in
            257 * 100 + 128
        }
        var job = identity
        job.output.format = .jpeg
        job.output.jpegQuality = 100
        let report = try job.run(from: directory.source(image.encoded(.png), "a.png"), to: target("b.jpg"))
        #expect(report.notices == ["16-bit samples are reduced to 8 bits, the maximum for JPEG output"])
        #expect(try PixelBuffer.decoded(output("b.jpg"))[3, 3, 0] == 100)
    }

    @Test("CMYK stays CMYK, with and without Adobe's marker", arguments: [true, false])
    func cmyk(hasAdobeMarker: Bool) throws {
        let image = try PixelBuffer.make(Size(32, 32), PixelFormat(.cmyk)) { x, y, channel in
            4 * x + channel * 30
        }
        let style = JPEGStyle(.cmyk, hasAdobeMarker: hasAdobeMarker)
        let source = try directory.source(image.encoded(.jpeg(style, quality: 100)), "a.jpg")
        var job = identity
        job.output.jpegQuality = 100
        _ = try job.run(from: source, to: target("b.jpg"))
        let header = try ImageHeader.of(output("b.jpg"))
        #expect(header.jpegStyle?.withoutQuantization == style)
        let result = try PixelBuffer.decoded(output("b.jpg"))
        #expect(zip(result.sampleValues(), image.sampleValues()).allSatisfy { abs($0 - $1) <= 3 })
        job.output.format = .png
        let error = #expect(throws: ImageError.self) { try job.run(from: source, to: target("b.png")) }
        #expect(error?.cause.contains("CMYK") == true)
    }

    @Test("a progressive JPEG stays progressive, and an RGB JPEG stays RGB")
    func styles() throws {
        for style in [JPEGStyle(.yCbCr, isProgressive: true), JPEGStyle(.rgb, hasAdobeMarker: true)] {
            let name = style.isProgressive ? "p" : "r"
            let source = try directory.source(PixelBuffer.noise(Size(20, 20)).encoded(.jpeg(style, quality: 90)), name)
            _ = try identity.run(from: source, to: target("\(name).jpg"))
            #expect(try ImageHeader.of(output("\(name).jpg")).jpegStyle?.withoutQuantization == style)
        }
    }

    @Test("an estimate above the memory limit is refused")
    func memoryLimit() throws {
        let source = try directory.source(PixelBuffer.noise(Size(100, 100)).encoded(.png), "a.png")
        let job = BlurJob { $0.limits.memory = 60_000 }
        let error = #expect(throws: ImageError.self) { try job.run(from: source, to: target("b.png")) }
        #expect(error?.code == .overLimit)
        #expect(error?.file == directory.path("a.png"))
    }
}
