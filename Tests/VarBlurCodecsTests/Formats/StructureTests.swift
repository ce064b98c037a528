import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Input files")
struct StructureTests {
    private static func sample(_ format: ImageFormat) throws -> [UInt8] {
        let image = try PixelBuffer.noise(Size(24, 17))
        return try image.encoded(format.usualEncoding)
    }

    private func errorCode(_ file: [UInt8], limits: ImageLimits = ImageLimits()) -> ImageError.Code? {
        let error = #expect(throws: ImageError.self) {
            _ = try PixelBuffer.decoded(file, limits: limits).width
        }
        return error?.code
    }

    @Test("truncated files are rejected", arguments: ImageFormat.inProcess)
    func truncation(format: ImageFormat) throws {
        let file = try Self.sample(format)
        // all pixels of a JPEG file are there without its end marker
        for count in 0..<file.count - (format == .jpeg ? 2 : 0) {
            let error = errorCode(Array(file[..<count]))
            #expect(
                error == .damaged || (count < 12 && error == .notAnImage),
                "\(count) of \(file.count): \(error as Any)")
        }
    }

    @Test("a PNG file with a flipped bit has the same pixels or is rejected")
    func flippedBits() throws {
        let file = try Self.sample(.png)
        let pixels = try PixelBuffer.decoded(file).sampleValues()
        for index in file.indices {
            var damaged = file
            damaged[index] ^= 1 << UInt8(index % 8)
            guard let image = try? PixelBuffer.decoded(damaged) else { continue }
            #expect(image.sampleValues() == pixels, "byte \(index)")
        }
    }

    @Test("limits are checked before memory is allocated")
    func limits() throws {
        let png = try Self.sample(.png)
        let header =
            Array(png[..<16]) + FileEditing.bigEndian(0x7FFF_FFFF, 4) + FileEditing.bigEndian(0x7FFF_FFFF, 4)
        let checked = Array(header[12...]) + Array(png[24..<29])
        let bomb =
            header + Array(png[24..<29]) + FileEditing.bigEndian(Int(FileEditing.crc32(checked)), 4)
            + Array(png[33...])
        #expect(errorCode(bomb) == .overLimit)
        var limits = ImageLimits()
        limits.pixels = 24 * 17 - 1
        #expect(errorCode(png, limits: limits) == .overLimit)
        #expect(errorCode(try Self.sample(.jpeg), limits: limits) == .overLimit)
        limits = ImageLimits()
        limits.side = 23
        #expect(errorCode(png, limits: limits) == .overLimit)
        limits = ImageLimits()
        limits.segments = 3
        #expect(errorCode(try Self.sample(.jpeg), limits: limits) == .overLimit)
        limits = ImageLimits()
        limits.chunks = 1
        let crowded = (0..<2).reduce(png) { file, _ in
            FileEditing.addingPNGChunk("tEXt", [65, 0, 66], to: file)
        }
        #expect(errorCode(crowded, limits: limits) == .overLimit)
        limits = ImageLimits()
        limits.scans = 2
        let progressive = try PixelBuffer.noise(Size(24, 17)).encoded(
            .jpeg(JPEGStyle(.yCbCr, isProgressive: true), quality: 90))
        #expect(errorCode(progressive, limits: limits) == .overLimit)
        limits.scans = 20
        #expect(try PixelBuffer.decoded(progressive, limits: limits).width == 24)
    }

    @Test("harmless warnings are accepted up to the limit")
    func warnings() throws {
        let jpeg = try Self.sample(.jpeg)
        func withStrayBytes(_ count: Int) -> [UInt8] {
            // Empty comments after the JFIF header, each with a stray byte before it.
            jpeg[..<20] + (0..<count).flatMap { _ in [0x00, 0xFF, 0xFE, 0, 2] as [UInt8] } + jpeg[20...]
        }
        #expect(try PixelBuffer.decoded(withStrayBytes(100)).sampleValues() == PixelBuffer.decoded(jpeg).sampleValues())
        #expect(errorCode(withStrayBytes(101)) == .overLimit)
        let png = try Self.sample(.png)
        let start = try #require(png.indices.first { png[$0...].starts(with: Array("IDAT".utf8)) })
        let count = png[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        // A byte after the compressed pixels.
        let contents = png[start..<start + 4 + count] + [0]
        let checked = contents + FileEditing.bigEndian(Int(FileEditing.crc32(Array(contents))), 4)
        let long = png[..<(start - 4)] + FileEditing.bigEndian(count + 1, 4) + checked + png[(start + count + 8)...]
        var limits = ImageLimits()
        limits.warnings = 1
        #expect(
            try PixelBuffer.decoded(Array(long), limits: limits).sampleValues()
                == PixelBuffer.decoded(png).sampleValues())
        limits.warnings = 0
        #expect(errorCode(Array(long), limits: limits) == .overLimit)
    }

    @Test("what follows the image is lost with a notice, unless it is padding", arguments: ImageFormat.inProcess)
    func rest(format: ImageFormat) throws {
        let image = try PixelBuffer.noise(Size(24, 17))
        let progressive = ImageEncoding.jpeg(JPEGStyle(.yCbCr, isProgressive: true), quality: 90)
        for encoding in [format.usualEncoding] + (format == .jpeg ? [progressive] : []) {
            let file = try image.encoded(encoding)
            #expect(try ImageHeader.of(file).notices.isEmpty)
            #expect(try ImageHeader.of(file + [0, 0, 0xFF, 0x0D, 0x0A]).notices.isEmpty)
            let video = [0, 0, 0, 9] + Array("ftypmp42".utf8) + [UInt8](repeating: 0, count: 30)
            let notice = "the file continues after the image; the rest is not copied: 42 bytes"
            #expect(try ImageHeader.of(file + video).notices == [notice], "\(format.name)")
            let report = try BlurJob().run(from: .bytes(file + video))
            #expect(report.notices.contains(notice) && !FileEditing.contains(report.bytes, Array("mp42".utf8)))
        }
    }

    @Test("what follows the image in a file of boxes is told from the boxes of images")
    func boxesAfterTheImage() throws {
        func box(_ type: String, _ count: Int = 20) -> [UInt8] {
            FileEditing.bigEndian(count + 8, 4) + Array(type.utf8) + [UInt8](repeating: 7, count: count)
        }
        func restCount(_ file: [UInt8]) throws -> Int { file.count - HEIFBoxes.end(of: try FileContents(file)) }
        let image = box("ftyp") + box("meta") + box("mdat", 90)
        #expect(try restCount(image) == 0)
        #expect(try restCount(image + box("free") + HEIFBoxes.box(digest: "d")) == 0)
        #expect(try restCount(image + box("mpvd")) == 28)
        #expect(try restCount(image + box("mpvd") + box("free")) == 56)
        #expect(try restCount(box("ftyp") + box("mpvd") + box("meta") + box("mdat")) == 0)
        #expect(try restCount(image + box("uuid")) == 28)
        #expect(try restCount(image + box("ftyp") + box("moov") + box("mdat")) == 84)
        #expect(try restCount(image + [1, 2, 3]) == 3)
        #expect(try restCount(image.dropLast(5) + []) == 0)
        #expect(try restCount([0xFF, 0x0A] + box("free")) == 0)
    }

    @Test("unsupported kinds are rejected by name")
    func unsupported() throws {
        func cause(_ file: [UInt8]) -> String {
            let error = #expect(throws: ImageError.self) { _ = try PixelBuffer.decoded(file).width }
            #expect(error?.code == .unsupported)
            return error?.cause ?? ""
        }
        let png = try Self.sample(.png)
        let cgbi = FileEditing.addingPNGChunk("CgBI", [0, 0, 0, 0], to: png)
        // The CgBI chunk precedes the header.
        let appleFile = Array(cgbi[..<8]) + Array(cgbi[33..<49]) + Array(cgbi[8..<33]) + Array(cgbi[49...])
        #expect(cause(appleFile).contains("CgBI"))
        #expect(cause(FileEditing.addingPNGChunk("NEED", [], to: png)).contains("NEED"))
        let jpeg = try Self.sample(.jpeg)
        let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        func changed(_ offset: Int, _ value: UInt8) -> [UInt8] {
            var file = jpeg
            file[frame + offset] = value
            return file
        }
        #expect(cause(changed(1, 0xC3)).contains("lossless"))
        #expect(cause(changed(1, 0xC5)).contains("hierarchical"))
        #expect(cause(changed(4, 12)).contains("12 bits"))
        #expect(cause(changed(9, 2)).contains("2 components"))
    }

    @Test("an animated PNG file is read as its default image, with a notice")
    func animation() throws {
        let file = FileEditing.addingPNGChunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0], to: try Self.sample(.png))
        let header = try ImageHeader.of(file)
        #expect(header.notices == ["the PNG file is animated; only its default image is blurred and written"])
        #expect(
            try PixelBuffer.decoded(file).sampleValues() == PixelBuffer.decoded(try Self.sample(.png)).sampleValues())
    }

    @Test("the first EXIF data is used")
    func secondExif() throws {
        let segment = { Array("Exif\0\0".utf8) + FileEditing.exif(orientation: $0, littleEndian: true) }
        let file = FileEditing.addingJPEGSegment(0xE1, segment(3), to: try Self.sample(.jpeg))
        let both = FileEditing.addingJPEGSegment(0xE1, segment(6), to: file)
        #expect(try ImageHeader.of(both).orientation == .right)
        let prefixed = FileEditing.addingPNGChunk("eXIf", segment(8), to: try Self.sample(.png))
        #expect(try ImageHeader.of(prefixed).orientation == .left)
    }

    @Test("an orientation is read in both byte orders, signed or not", arguments: 0...9, [true, false])
    func orientation(value: Int, littleEndian: Bool) throws {
        for type in [3, 4, 8, 9] {
            let exif = FileEditing.exif(orientation: value, littleEndian: littleEndian, type: type)
            let expected = ImageOrientation(rawValue: value) ?? .up
            #expect(ImageOrientation(exif: exif) == expected)
            for count in 0..<exif.count { _ = ImageOrientation(exif: Array(exif[..<count])) }
            let png = FileEditing.addingPNGChunk("eXIf", exif, to: try Self.sample(.png))
            #expect(try ImageHeader.of(png).orientation == expected)
            let jpeg = FileEditing.addingJPEGSegment(
                0xE1, Array("Exif\0\0".utf8) + exif, to: try Self.sample(.jpeg))
            #expect(try ImageHeader.of(jpeg).orientation == expected)
        }
    }
}
