import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("HEIC and AVIF files")
struct HEIFTests {
    private let tools: HEIFFiles

    init() throws { tools = try HEIFFiles() }

    /// A smooth image with edges, noise, and an alpha channel of all values.
    static func picture(_ size: Size, _ format: PixelFormat = PixelFormat(.rgb)) throws -> PixelBuffer {
        let scale = format.depth == .sixteen ? 257 : 1
        return try PixelBuffer.make(size, format) { x, y, channel in
            let value =
                channel == 3 ? (x * 5 + y) % 256 : (x * (channel + 1) + y * 2) % 181 + (x / 16 + y / 16) % 2 * 60
            return value * scale
        }
    }

    @Test("Pixels of 8 bits are those of heif-convert", arguments: [ImageFormat.heic, .avif])
    func eightBits(format: ImageFormat) throws {
        for (size, pixels) in [
            (Size(2, 2), PixelFormat(.rgb)), (Size(17, 33), PixelFormat(.rgb)), (Size(64, 48), PixelFormat(.rgba)),
            (Size(201, 130), PixelFormat(.rgba)), (Size(320, 8), PixelFormat(.rgb)),
        ] {
            for chroma in ["420", "444"] {
                let source = try Self.picture(size, pixels).encoded(.png)
                let file = try tools.encode(source, format, ["-p", "chroma=\(chroma)"])
                let header = try ImageHeader.of(file)
                #expect(header.format == format && header.width == size.width && header.height == size.height)
                #expect(header.pixelFormat == pixels && !header.isLossless && header.notices.isEmpty)
                let expected = try PixelBuffer.decoded(tools.decode(file))
                #expect(try PixelBuffer.decoded(file).sampleValues() == expected.sampleValues(), "\(size) \(chroma)")
            }
        }
    }

    @Test("Pixels of 10 and 12 bits become 16 bits")
    func wide() throws {
        let source = try Self.picture(Size(90, 50), PixelFormat(.rgb, .sixteen)).encoded(.png)
        for (format, bits) in [(ImageFormat.heic, 10), (.avif, 12)] {
            let file = try tools.encode(source, format, bits: bits, ["-p", "chroma=444"])
            let decoded = try PixelBuffer.decoded(file)
            #expect(decoded.format == PixelFormat(.rgb, .sixteen))
            let values = decoded.sampleValues()
            let greatest = 1 << bits - 1
            // every value is the nearest one to a value of the file
            #expect(
                values.allSatisfy { value in
                    let stored = (value * greatest + 32767) / 65535
                    return value == (stored * 65535 + greatest / 2) / greatest
                })
            let others = try PixelBuffer.decoded(tools.decode(file)).sampleValues()
            #expect(zip(values, others).allSatisfy { abs($0 - $1) <= 65535 / greatest }, "\(format.name)")
        }
    }

    @Test("A rotation or mirroring of the file is applied once, and that of its EXIF data is not")
    func orientation() throws {
        // of other sizes, heif-enc makes a grid
        let size = Size(96, 64)
        for (type, value, turn) in [
            ("irot", 1, .left), ("irot", 2, .down), ("irot", 3, .right), ("imir", 0, .downMirrored),
            ("imir", 1, .upMirrored),
        ] as [(String, UInt8, ImageOrientation)] {
            let image = try Self.picture(size)
            let plain = try tools.encode(image.encoded(.png), .heic)
            let file = FileEditing.addingTransformation(type, value, toHEIF: plain)
            let header = try ImageHeader.of(file)
            #expect(header.orientation == .up && (header.width == 64) == (type == "irot" && value != 2))
            // as in a JPEG file with the same rows
            #expect(try InputSummary(header).orientation == turn && InputSummary(.of(plain)).orientation == .up)
            let decoded = try PixelBuffer.decoded(file).sampleValues()
            #expect(decoded == (try PixelBuffer.decoded(tools.decode(file)).sampleValues()))
            let stored = try PixelBuffer.decoded(file).rearranged(size) {
                turn.uprightPosition(x: $0, y: $1, width: size.width, height: size.height)
            }
            #expect(try stored.sampleValues() == PixelBuffer.decoded(plain).sampleValues())
            #expect(decoded != (try PixelBuffer.decoded(plain).sampleValues()))
        }
        let jpeg = try Self.picture(size).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))
        let file = try tools.encode(FileEditing.oriented(jpeg, 6), .heic)
        let job = BlurJob(radius: 0, format: .jpeg)
        let output = try job.run(from: .bytes(file)).bytes
        let header = try ImageHeader.of(output)
        // newer versions of heif-enc turn the image as the EXIF data says
        let isTurned = FileEditing.contains("irot", inHEIF: file)
        #expect(header.orientation == .up && header.width == (isTurned ? 64 : 96))
    }

    @Test("Profiles, EXIF, and XMP are read, and stripped before they are")
    func metadata() throws {
        let profile = ICCProfile(bytes: HandmadeProfile(curve: HandmadeProfile.curve([563])).bytes)
        let source = try Self.picture(Size(40, 30)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95), profile: profile)
        let exif = FileEditing.exif(orientation: 1, littleEndian: false)
        let file = try tools.encode(
            FileEditing.addingJPEGSegment(0xE1, Array("Exif\0\0".utf8) + exif, to: source), .avif)
        let header = try ImageHeader.of(file)
        #expect(header.profile?.bytes == profile.bytes && header.metadata.exif == exif)
        let context = JobContext(startingNow: ImageLimits(), stripping: .all)
        let stripped = try CodecRegistry.standard.makeReader(of: FileContents(file), context).header
        #expect(stripped.profile == nil && stripped.metadata.exif == nil)
        var limits = ImageLimits()
        limits.metadata = 50
        let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file, limits: limits).width }
        #expect(error?.reason == .metadataLimit)
    }

    @Test("Limits are checked before pixels are decoded")
    func limits() throws {
        let file = try tools.encode(Self.picture(Size(40, 30)).encoded(.png), .heic)
        var limits = ImageLimits()
        limits.pixels = 1199
        #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file, limits: limits).width }
        limits = ImageLimits()
        limits.memory = 1 << 20
        let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file, limits: limits).width }
        #expect(error?.reason == .memoryLimit)
    }

    @Test("Cut and changed files are errors without a crash", arguments: [ImageFormat.heic, .avif])
    func damage(format: ImageFormat) throws {
        let file = try tools.encode(Self.picture(Size(64, 48)).encoded(.png), format)
        var random = SplitMix64(seed: 7)
        for round in 0..<60 {
            var damaged = file
            if round % 2 == 0 {
                damaged.removeLast(Int(random.next() % UInt64(file.count - 32)) + 1)
            } else {
                damaged[Int(random.next() % UInt64(file.count - 32)) + 32] ^= UInt8(1 << (random.next() % 8))
            }
            do {
                _ = try PixelBuffer.decoded(damaged).width
                #expect(round % 2 == 1, "cut to \(damaged.count) of \(file.count) bytes")
            } catch let error as ImageError {
                let codes: Set<ImageError.Code> = [.damaged, .unsupported, .overLimit, .outOfMemory]
                #expect(codes.contains(error.code), "\(round): \(error)")
            }
        }
    }

    @Test("The time limit ends a decoder that cannot be interrupted")
    func timeLimit() throws {
        let file = try tools.encode(PixelBuffer.noise(Size(1500, 1000)).encoded(.png), .heic)
        var limits = ImageLimits()
        limits.time = .milliseconds(60)
        let start = ContinuousClock.now
        let error = #expect(throws: ImageError.self) {
            let job = BlurJob(format: .png) { $0.limits = limits }
            _ = try job.run(from: .bytes(file))
        }
        #expect(error?.code == .timeout && ContinuousClock.now - start < .seconds(60))
    }

    @Test("A mask can be an AVIF file")
    func mask() throws {
        let half = try PixelBuffer.make(Size(32, 24), PixelFormat(.rgb)) { x, _, _ in x < 16 ? 0 : 255 }
        let mask = try half.encoded(.avif(quality: 100))
        let job = BlurJob { $0.maskSource = .image(.bytes(mask)) }
        let image = try PixelBuffer.noise(Size(32, 24))
        let blurred = try PixelBuffer.decoded(job.run(from: .bytes(image.encoded(.png))).bytes)
        let same = (0..<24).allSatisfy { y in (0..<12).allSatisfy { blurred[$0, y, 0] == image[$0, y, 0] } }
        #expect(same && blurred[24, 12, 0] != image[24, 12, 0])
    }
}
