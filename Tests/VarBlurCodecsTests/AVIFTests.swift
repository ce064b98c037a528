import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("AVIF outputs")
struct AVIFTests {
    private let tools: HEIFFiles

    init() throws { tools = try HEIFFiles() }

    private static func job(_ change: (inout BlurJob) -> Void = { _ in }) -> BlurJob {
        var job = BlurJob()
        (job.blur.maximumRadius, job.output.format) = (.pixels(0), .avif)
        change(&job)
        return job
    }

    /// The greatest and the mean difference of colors, and the greatest of alpha, in steps of 8 bits.
    private static func errors(_ image: [Int], _ other: [Int], _ channels: Int) -> (mean: Double, alpha: Int) {
        var (sum, alpha) = (0, 0)
        for index in image.indices {
            let difference = abs(image[index] - other[index])
            if channels == 4 && index % 4 == 3 { alpha = max(alpha, difference) } else { sum += difference }
        }
        return (Double(sum) / Double(image.count), alpha)
    }

    @Test("Other programs read what was written", arguments: [PixelFormat(.rgb), PixelFormat(.rgba)])
    func otherReaders(format: PixelFormat) throws {
        for size in [Size(1, 1), Size(33, 47), Size(240, 160)] {
            let image = try HEIFTests.picture(size, format)
            let file = try Self.job { $0.output.avifQuality = 95 }.run(from: .bytes(image.encoded(.png))).bytes
            // ImageMagick 6 does not read the alpha channel
            let png =
                format.channels.hasAlpha ? try tools.decode(file) : try tools.convertWithImageMagick(file, "out.avif")
            let other = try PixelBuffer.decoded(png)
            #expect(other.width == size.width && other.height == size.height)
            let own = try PixelBuffer.decoded(file)
            #expect(own.format == format)
            let expected = image.widened(isPNG: true).map { Int($0) / 257 }
            let ownErrors = Self.errors(own.widened(isPNG: true).map { Int($0) / 257 }, expected, 4)
            let otherErrors = Self.errors(other.widened(isPNG: true).map { Int($0) / 257 }, expected, 4)
            #expect(ownErrors.mean < 4 && otherErrors.mean < 4, "\(size) \(ownErrors) \(otherErrors)")
            #expect(ownErrors.alpha <= 12 && otherErrors.alpha <= 12, "\(size)")
        }
    }

    @Test("Samples of 16 bits are stored with 10, with a notice")
    func wide() throws {
        let image = try HEIFTests.picture(Size(60, 40), PixelFormat(.rgba, .sixteen))
        let report = try Self.job { $0.output.avifQuality = 100 }.run(from: .bytes(image.encoded(.png)))
        #expect(report.notices == ["16-bit samples are reduced to 10 bits, the maximum of AVIF profiles"])
        let decoded = try PixelBuffer.decoded(report.bytes)
        #expect(decoded.format == image.format)
        let errors = Self.errors(decoded.sampleValues(), image.sampleValues(), 4)
        #expect(errors.mean < 257 && errors.alpha < 3 * 257, "\(errors)")
    }

    @Test("Quality and speed change the size, and threads do not change a byte")
    func settings() throws {
        let image = try PixelBuffer.noise(Size(500, 400)).encoded(.png)
        func file(_ change: (inout BlurJob) -> Void) throws -> [UInt8] {
            try Self.job(change).run(from: .bytes(image)).bytes
        }
        let usual = try file { _ in }
        #expect(try file { $0.output.avifQuality = 20 }.count < usual.count)
        #expect(try file { $0.output.avifQuality = 60 } == usual && file { $0.output.avifSpeed = 7 } == usual)
        #expect(try file { $0.output.avifSpeed = 5 } != usual)
        #expect(try file { $0.blur.execution = BlurExecution(threadCount: 1) } == usual)
        for quality in [-1, 101] {
            let error = #expect(throws: ImageError.self) { _ = try file { $0.output.avifQuality = quality } }
            #expect(error?.code == .unsupported)
        }
    }

    @Test("Profile, EXIF, XMP, code points, and the digest are kept")
    func metadata() throws {
        let profile = ICCProfile(bytes: HandmadeProfile(curve: HandmadeProfile.curve([563])).bytes)
        let source = try HEIFTests.picture(Size(40, 30)).encoded(
            .jpeg(JPEGStyle(.yCbCr), quality: 95), profile: profile)
        let exif = FileEditing.exif(orientation: 6, littleEndian: true)
        let jpeg = FileEditing.addingJPEGSegment(0xE1, Array("Exif\0\0".utf8) + exif, to: source)
        let job = Self.job { $0.writesDigest = true }
        let report = try job.run(from: .bytes(jpeg))
        let header = try ImageHeader.of(report.bytes)
        #expect(header.width == 30 && header.height == 40 && header.profile?.bytes == profile.bytes)
        #expect(header.metadata.digest == report.digest?.description && report.digest != nil)
        #expect(try #require(header.metadata.exif).starts(with: exif.prefix(4)))
        let tags = try tools.inspect(
            report.bytes, "out.avif", "exiftool", ["-s", "-n", "-Orientation", "-ImageSize", "out.avif"])
        #expect(tags.contains("Orientation                     : 1") && tags.contains("30 40"), "\(tags)")
        #expect(report.notices.isEmpty)
    }

    @Test("Code points of a PNG file, and of an AVIF file, are kept")
    func codePoints() throws {
        let png = try HEIFTests.picture(Size(40, 30)).encoded(.png)
        let tagged = FileEditing.addingPNGChunk("cICP", [12, 13, 0, 1], to: png)
        let file = try Self.job().run(from: .bytes(tagged)).bytes
        #expect(try ImageHeader.of(file).colorChunk("cICP") == [12, 13, 0, 1])
        var job = Self.job { $0.output.format = .png }
        #expect(try ImageHeader.of(job.run(from: .bytes(file)).bytes).colorChunk("cICP") == [12, 13, 0, 1])
        job.output.format = .jpeg
        #expect(try job.run(from: .bytes(file)).notices.count == 1)
        let plain = try Self.job().run(from: .bytes(png)).bytes
        #expect(try ImageHeader.of(plain).colorChunk("cICP") == nil)
    }

    @Test("An output is recognized by its digest, without its decoder")
    func skipping() throws {
        let directory = try TemporaryDirectory()
        try directory.write(HEIFTests.picture(Size(40, 30)).encoded(.png), to: "in.png")
        let job = Self.job { ($0.writesDigest, $0.existing) = (true, .skipSame) }
        let (input, output) = (
            ImageSource.file(path: directory.path("in.png")), OutputTarget.file(path: directory.path("out.avif"))
        )
        #expect(try !job.run(from: input, to: output).isSkipped)
        #expect(try job.run(from: input, to: output).isSkipped)
    }

    @Test("HEIC is not written")
    func readOnly() throws {
        let file = try tools.encode(HEIFTests.picture(Size(40, 30)).encoded(.png), .heic)
        let error = #expect(throws: ImageError.self) { _ = try BlurJob().run(from: .bytes(file)) }
        #expect(error?.code == .unsupported && error?.reason == .readOnlyFormat)
        #expect(throws: ImageError.self) { _ = try BlurJob().preflight(from: .bytes(file)) }
    }
}
