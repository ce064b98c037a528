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
        BlurJob(radius: 0, format: .avif, change)
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

    @Test("code points beside a color profile are unspecified, unless the profile has them")
    func codePointsBesideProfile() throws {
        func codes(_ profile: ICCProfile?) throws -> [UInt8] {
            let png = try HEIFTests.picture(Size(20, 20)).encoded(.png, profile: profile)
            let report = try Self.job().run(from: .bytes(png))
            #expect(try ImageHeader.of(report.bytes).profile == profile && report.notices.isEmpty)
            let start = try #require(
                (0..<report.bytes.count - 11).first {
                    report.bytes[$0..<$0 + 8].elementsEqual("colrnclx".utf8)
                })
            return Array(report.bytes[start + 8..<start + 14])
        }
        #expect(try codes(nil) == [0, 1, 0, 13, 0, 6])
        #expect(try codes(SRGBTests.p3) == [0, 2, 0, 2, 0, 6])
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

    /// The number of bits that the configuration of the decoder announces.
    private static func bitCount(_ file: [UInt8]) throws -> Int {
        let start = try #require((0..<file.count - 8).last { file[$0..<$0 + 4].elementsEqual("av1C".utf8) })
        return file[start + 6] & 0x20 != 0 ? 12 : file[start + 6] & 0x40 != 0 ? 10 : 8
    }

    @Test("10 and 12 bits are kept without a notice, in files with and without alpha, and what is lost is said truly")
    func bits() throws {
        for format in [PixelFormat(.rgb, .sixteen), PixelFormat(.rgba, .sixteen)] {
            for quality in [60, 95] {
                let png = try HEIFTests.picture(Size(41, 30), format).encoded(.png)
                let ten = try Self.job { $0.output.avifQuality = quality }.run(from: .bytes(png)).bytes
                let again = try Self.job { $0.output.avifQuality = quality }.run(from: .bytes(ten))
                #expect(try Self.bitCount(ten) == 10 && Self.bitCount(again.bytes) == 10 && again.notices.isEmpty)
                #expect(try ImageHeader.of(ten).bitCount == 10 && ImageHeader.of(ten).pixelFormat == format)
                let jpeg = try Self.job {
                    ($0.output.format, $0.output.background) = (.jpeg, RGBColor(red: 255, green: 255, blue: 255))
                }
                .run(from: .bytes(ten))
                #expect(jpeg.notices == ["10-bit samples are reduced to 8 bits, the maximum for JPEG output"])
            }
        }
        let png = try HEIFTests.picture(Size(64, 64), PixelFormat(.rgb, .sixteen)).encoded(.png)
        for (format, bits) in [(ImageFormat.avif, 12), (.heic, 10)] {
            let file = try tools.encode(png, format, bits: bits)
            let report = try Self.job().run(from: .bytes(file))
            #expect(try Self.bitCount(report.bytes) == bits && report.notices.isEmpty, "\(format.name)")
        }
        let narrow = try Self.job().run(from: .bytes(HEIFTests.picture(Size(40, 30)).encoded(.png)))
        #expect(try Self.bitCount(narrow.bytes) == 8)
    }

    /// Discs of a color with soft edges on transparent black.
    private static func artwork(_ size: Size, _ depth: SampleDepth, _ color: [Double], seed: UInt64) throws
        -> PixelBuffer
    {
        var random = SplitMix64(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double {
            range.lowerBound + Double(random.next() % 1000) / 1000 * (range.upperBound - range.lowerBound)
        }
        let discs = (0..<4).map { _ in
            (
                x: number(0...Double(size.width)), y: number(0...Double(size.height)), r: number(2...30),
                s: number(0.5...9)
            )
        }
        return try PixelBuffer.make(size, PixelFormat(.rgba, depth)) { x, y, channel in
            let cover = discs.map { disc in
                let (across, down) = (Double(x) - disc.x, Double(y) - disc.y)
                return (disc.r - (across * across + down * down).squareRoot()) / disc.s + 0.5
            }
            let alpha = (min(max(cover.max() ?? 0, 0), 1) * depth.fullScale).rounded()
            return Int(channel == 3 ? alpha : alpha == 0 ? 0 : (color[channel] * depth.fullScale).rounded())
        }
    }

    @Test("What is invisible does not show at soft edges, at any quality", arguments: [SampleDepth.eight, .sixteen])
    func invisibleColors(depth: SampleDepth) throws {
        let white = [1.0, 1, 1]
        for (seed, color) in [white, [0.9, 0.2, 0.1], white, [0.1, 0.6, 0.95]].enumerated() {
            for (size, quality) in [(Size(97, 64), nil), (Size(33, 90), 30), (Size(1, 17), 60)] as [(Size, Int?)] {
                let image = try Self.artwork(size, depth, color, seed: UInt64(seed))
                let job = Self.job { $0.output.avifQuality = quality }
                let file = try job.run(from: .bytes(image.encoded(.png))).bytes
                #expect(try job.run(from: .bytes(image.encoded(.png))).bytes == file)
                let decoded = try PixelBuffer.decoded(file)
                var greatest = 0.0
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let alphas = [image[x, y, 3], decoded[x, y, 3]].map { Double($0) / depth.fullScale }
                        greatest = max(greatest, abs(alphas[0] - alphas[1]) * 1023)
                        for channel in 0..<3 {
                            let shown = alphas[1] * Double(decoded[x, y, channel]) / depth.fullScale + 1 - alphas[1]
                            let expected = alphas[0] * (color[channel] - 1) + 1
                            greatest = max(greatest, abs(shown - expected) * 255 / (color == white ? 1 : 3))
                        }
                    }
                }
                #expect(greatest <= 1.5, "\(size) \(color)")
            }
        }
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
            #expect(error?.code == .invalidSettings)
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

    @Test("Images with few colors take no more memory than others", arguments: [4, 7])
    func fewColors(speed: Int) throws {
        var random = SplitMix64(seed: UInt64(speed))
        let size = Size(1200, 900)
        let tiles = (0..<160 * 120).map { _ in Int(random.next() % 2) * 255 }
        let dots = (0..<size.width * size.height).map { _ in Int(random.next() % 4) * 60 }
        for png in [
            try PixelBuffer.make(size, PixelFormat(.rgb)) { x, y, _ in tiles[y / 8 * 160 + x / 8] }.encoded(.png),
            try PixelBuffer.make(size, PixelFormat(.rgb)) { x, y, _ in dots[y * size.width + x] }.encoded(.png),
        ] {
            for radius in [0.0, 20] {
                var job = Self.job { $0.output.avifSpeed = speed }
                job.blur.maximumRadius = .pixels(radius)
                let file = try job.run(from: .bytes(png)).bytes
                #expect(try ImageHeader.of(file).width == size.width)
            }
        }
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
