import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Codec registry")
struct CodecRegistryTests {
    private let directory: TemporaryDirectory
    private let codecs = CodecRegistry(CodecRegistry.standard.codecs + [PPMCodec()])

    init() throws { directory = try TemporaryDirectory() }

    private func job(_ format: ImageFormat?) -> BlurJob {
        var job = BlurJob(radius: 4, format: format)
        job.codecs = codecs
        (job.writesDigest, job.existing) = (true, .replace)
        return job
    }

    private func run(_ job: BlurJob, _ file: [UInt8], _ output: String = "out") throws -> (BlurJob.Report, [UInt8]) {
        try job.run(file, in: directory, to: output)
    }

    @Test("lists formats, and finds them by identifier and extension")
    func formats() throws {
        #expect(
            ImageFormat.allCases == [.png, .jpeg, .webP, .avif, .heic, .jxl]
                && ImageFormat.written == [.png, .jpeg, .webP, .avif, .jxl])
        #expect(ImageFormat.nameList("or") == "PNG, JPEG, WebP, AVIF, HEIC, or JPEG XL")
        #expect(codecs.nameList("and") == "PNG, JPEG, WebP, AVIF, HEIC, JPEG XL, and PPM")
        #expect(codecs.nameList("or") { $0.holdsAlpha && $0.isWritten } == "PNG, WebP, AVIF, or JPEG XL")
        #expect(ImageFormat(rawValue: "jpeg") == .jpeg && ImageFormat(rawValue: "ppm") == nil)
        #expect(ImageFormat(fileExtension: "JFIF") == .jpeg && ImageFormat(fileExtension: "") == nil)
        #expect(ImageFormat.allCases.map(\.defaultExtension) == [".png", ".jpg", ".webp", ".avif", ".heic", ".jxl"])
        let coded = try JSONEncoder().encode(ImageFormat.allCases)
        #expect(String(decoding: coded, as: UTF8.self) == #"["png","jpeg","webp","avif","heic","jxl"]"#)
        #expect(try JSONDecoder().decode([ImageFormat].self, from: coded) == ImageFormat.allCases)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ImageFormat].self, from: Data(#"["gif"]"#.utf8))
        }
    }

    @Test("extensions and identifiers are unique, and every codec recognizes its own files only")
    func consistency() throws {
        let formats = codecs.codecs.map(\.format)
        #expect(Set(formats.map(\.rawValue)).count == formats.count)
        let fileExtensions: [String] = formats.flatMap(\.fileExtensions)
        #expect(Set(fileExtensions).count == fileExtensions.count)
        let image = try PixelBuffer.noise(Size(9, 9), PixelFormat(.rgb))
        for codec in codecs.codecs where codec.capabilities.isWritten {
            let (_, file) = try run(job(codec.format), image.encoded(.png))
            let contents = try FileContents.copy(of: file)
            let recognized = codecs.codecs.filter { $0.recognizes(contents) }.map(\.format)
            #expect(recognized == [codec.format])
        }
    }

    @Test("an added codec works with all others")
    func addedCodec() throws {
        let image = try PixelBuffer.noise(Size(30, 40), PixelFormat(.rgb))
        let (report, ppm) = try run(job(.ppm), image.encoded(.png))
        #expect(report.width == 30 && report.height == 40 && report.notices.isEmpty)
        #expect(ppm.starts(with: Array("P6\n30 40\n255\n".utf8)))
        var identity = job(.png)
        identity.blur.maximumRadius = .pixels(0)
        let (_, png) = try run(identity, ppm)
        let blurred = try ProgressiveBlur(maximumRadius: 4).blurred(image)
        #expect(try PixelBuffer.decoded(png).sampleValues() == blurred.sampleValues())
        #expect(try run(job(nil), ppm).1.starts(with: Array("P6\n".utf8)))
        #expect(try ImageHeader.of(run(job(.jpeg), ppm).1).format == .jpeg)
    }

    @Test("pixels that an added format cannot hold are converted with a notice, or refused")
    func capabilities() throws {
        let gray = try PixelBuffer.make(Size(8, 8), PixelFormat(.gray, .sixteen)) { x, _, _ in 257 * x }
        var identity = job(.ppm)
        identity.blur.maximumRadius = .pixels(0)
        let (report, ppm) = try run(identity, gray.encoded(.png, profile: ICCProfile(bytes: FileEditing.profile())))
        #expect(
            report.notices == [
                "16-bit samples are reduced to 8 bits, the maximum for PPM output",
                "PPM cannot store the color profile; it is not copied",
            ])
        let lastRow: [UInt8] = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7]
        #expect(Array(ppm.suffix(24)) == lastRow)

        let clear = try PixelBuffer.make(Size(8, 8), PixelFormat(.rgba)) { _, _, channel in channel == 3 ? 0 : 255 }
        let error = #expect(throws: ImageError.self) { try run(identity, clear.encoded(.png)) }
        #expect(error?.cause == "the image has an alpha channel, which PPM cannot store")
        #expect(error?.remedy == "set a background color, or write a PNG, WebP, AVIF, or JPEG XL")
        identity.output.background = RGBColor(red: 1, green: 2, blue: 3)
        let flattened = try run(identity, clear.encoded(.png)).1
        #expect(Array(flattened.suffix(3)) == [1, 2, 3])

        let wide = try PixelBuffer.make(Size(1001, 1), PixelFormat(.rgb)) { _, _, _ in 0 }
        let tooWide = #expect(throws: ImageError.self) { try run(identity, wide.encoded(.png)) }
        #expect(tooWide?.cause == "1001×1 pixels; each side of a PPM image must be from 1 to 1000 pixels")
    }

    @Test("metadata that an added format cannot store is not copied, with a notice")
    func metadata() throws {
        let file = FileEditing.oriented(try PixelBuffer.noise(Size(8, 8)).encoded(.png), 1)
        #expect(
            try run(job(.ppm), file).0.notices == ["PPM cannot store the EXIF data; it is not copied"])
    }

    @Test("a file of no registered format is refused with the list of formats")
    func unknownFormats() throws {
        let error = #expect(throws: ImageError.self) { try run(job(nil), [1, 2, 3]) }
        #expect(error?.code == .notAnImage && error?.cause == "not a PNG, JPEG, WebP, AVIF, HEIC, JPEG XL, or PPM file")
        let named = #expect(throws: ImageError.self) { try run(job(nil), Array("GIF89a".utf8)) }
        #expect(
            named?.code == .notAnImage
                && named?.remedy == "convert it to PNG, JPEG, WebP, AVIF, HEIC, JPEG XL, or PPM first")
        let image = try PixelBuffer.noise(Size(8, 8)).encoded(.png)
        var unregistered = job(.ppm)
        unregistered.codecs = .standard
        let missing = #expect(throws: ImageError.self) { try run(unregistered, image) }
        #expect(missing?.code == .unsupported)
    }
}
