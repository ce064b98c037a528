import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Colors that only EXIF data names")
struct CameraColorTests {
    private static let notice =
        "the description of the colors is removed, so they look different; a conversion to sRGB keeps their look"

    /// EXIF data with a color space, and an index for interoperability.
    private static func exif(_ space: Int, _ index: String?, littleEndian: Bool = false) -> [UInt8] {
        var exif = HandmadeExif(littleEndian: littleEndian)
        var entries = [exif.integer(0xA001, space, HandmadeExif.short)]
        if let index {
            let entry = exif.text(1, index)
            entries.append(exif.integer(0xA005, exif.directory([entry])))
        }
        let directory = exif.directory(entries)
        return exif.finish([exif.integer(0x8769, directory)])
    }

    /// Green as a file of a format with EXIF data.
    private static func file(_ format: ImageFormat, _ exif: [UInt8], profile: ICCProfile? = nil) throws -> [UInt8] {
        let image = try PixelBuffer.make(Size(16, 16), PixelFormat(.rgb)) { _, _, channel in channel == 1 ? 180 : 60 }
        let encoding = format == .jpeg ? .jpeg(JPEGStyle(.yCbCr), quality: 95) : format.usualEncoding
        let file = try image.encoded(encoding, profile: profile)
        return switch format {
        case .png: FileEditing.addingPNGChunk("eXIf", exif, to: file)
        case .jpeg: FileEditing.addingJPEGSegment(0xE1, Array("Exif\0\0".utf8) + exif, to: file)
        default: try FileEditing.addingWebPChunk("EXIF", exif, to: file)
        }
    }

    @Test(
        "Adobe RGB is converted to sRGB, as from the same description in a PNG file", arguments: ImageFormat.inProcess)
    func converted(format: ImageFormat) throws {
        let exif = Self.exif(0xFFFF, "R03")
        let job = BlurJob(radius: 0, format: .png) { $0.output.convertsToSRGB = true }
        let plain = try PixelBuffer.decoded(Self.file(format, Self.exif(1, nil)))
        let report = try job.run(from: .bytes(Self.file(format, exif)))
        let result = try PixelBuffer.decoded(report.bytes)
        #expect(report.notices.isEmpty)
        // the same pixels with the description as chunks
        var chunks = ImageMetadata()
        let numbers = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]
        chunks.colorChunks = [
            PNGChunk(type: "gAMA", contents: FileEditing.bigEndian(45_471, 4)),
            PNGChunk(type: "cHRM", contents: numbers.flatMap { FileEditing.bigEndian($0, 4) }),
        ]
        var plan = EncodingPlan(width: 16, height: 16, pixelFormat: plain.format, encoding: .png)
        plan.metadata = chunks
        let described = try PixelBuffer.decoded(job.run(from: .bytes(plain.encoded(plan))).bytes)
        for channel in 0..<3 { #expect(abs(result[8, 8, channel] - described[8, 8, channel]) <= 1) }
        #expect(result[8, 8, 0] < plain[8, 8, 0] - 20)
        // the output no longer says that it is Adobe RGB
        let again = try ImageHeader.of(report.bytes)
        #expect(again.metadata.exif.map { ExifData.namesAdobeRGB($0) } != true && again.colorChunk("sRGB") != nil)
    }

    @Test("Adobe RGB that is removed has a notice; other outputs keep it", arguments: ImageFormat.inProcess)
    func removed(format: ImageFormat) throws {
        let file = try Self.file(format, Self.exif(0xFFFF, "R03"))
        for stripping in MetadataStripping.allCases {
            for output in ImageFormat.inProcess {
                var job = BlurJob()
                (job.output.stripping, job.output.format) = (stripping, output)
                let report = try job.run(from: .bytes(file))
                let isRemoved = stripping == .safe || stripping == .all
                #expect(report.notices == (isRemoved ? [Self.notice] : []), "\(stripping) \(output.name)")
                let colors = try ImageHeader.of(report.bytes).metadata.exifColors
                #expect((colors == nil) == isRemoved)
                job.output.convertsToSRGB = true
                #expect(try job.run(from: .bytes(file)).notices.isEmpty)
            }
        }
    }

    @Test("are found in data of both byte orders, unless it names sRGB, or something else describes the colors")
    func found() throws {
        for isLittleEndian in [false, true] {
            func isFound(_ space: Int, _ index: String?) -> Bool {
                ExifData.namesAdobeRGB(Self.exif(space, index, littleEndian: isLittleEndian))
            }
            #expect(isFound(0xFFFF, "R03") && isFound(2, nil) && isFound(2, "R03"))
            #expect(!isFound(0xFFFF, nil) && !isFound(0xFFFF, "R98") && !isFound(1, "R03") && !isFound(1, nil))
        }
        let whole = Self.exif(0xFFFF, "R03")
        for count in 0..<whole.count { _ = ExifData.namesAdobeRGB(Array(whole.prefix(count))) }
        let file = try Self.file(.jpeg, whole, profile: SRGBTests.sRGB)
        #expect(try ImageHeader.of(file).colorSource == .profile(SRGBTests.sRGB))
        let png = FileEditing.addingPNGChunk("sRGB", [0], to: try Self.file(.png, whole))
        #expect(try ImageHeader.of(png).colorSource == nil)
    }
}
