import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Metadata")
struct MetadataTests {
    private static let xmp = Array(
        #"""
        <x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/">\#
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\#
        <rdf:Description tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>
        """#.utf8)

    /// A file of 24×16 pixels with all kinds of metadata, including an orientation that rotates by 90°.
    private func file(_ format: ImageFormat) throws -> [UInt8] {
        let image = try PixelBuffer.noise(Size(24, 16))
        let sink = MemorySink()
        var plan = EncodingPlan(
            width: 24, height: 16, pixelFormat: image.format, encoding: format.usualEncoding)
        plan.metadata.exif = FileEditing.exifWithPreview(orientation: 6)
        plan.metadata.xmp = Self.xmp
        plan.metadata.density = PixelDensity(x: 300, y: 150, unit: .inch)
        plan.metadata.comments = [Array("Grüße".utf8)]
        if format == .png {
            plan.metadata.colorChunks = [PNGChunk(type: "gAMA", contents: [0, 0, 0xB1, 0x8F])]
            plan.metadata.textChunks = [
                PNGChunk(type: "tEXt", contents: Array("Title\0A title".utf8)),
                PNGChunk(type: "tIME", contents: [0x07, 0xE0, 2, 3, 4, 5, 6]),
            ]
        }
        var encoder = try ImageEncoder(plan, to: sink)
        for y in 0..<16 { try encoder.writeRow(image.bytes.extracting(y * 72..<(y + 1) * 72)) }
        try encoder.finish()
        return sink.bytes
    }

    private func blurred(
        _ file: [UInt8], _ format: ImageFormat, _ stripping: MetadataStripping = .none
    ) throws -> (header: ImageHeader, notices: [String], file: [UInt8]) {
        let job = BlurJob(format: format) { $0.output.stripping = stripping }
        let report = try job.run(from: .bytes(file))
        return (try ImageHeader.of(report.bytes), report.notices, report.bytes)
    }

    @Test("metadata is copied between formats", arguments: ImageFormat.inProcess, ImageFormat.inProcess)
    func kept(from: ImageFormat, to: ImageFormat) throws {
        let (header, notices, bytes) = try blurred(file(from), to)
        let metadata = header.metadata
        #expect(header.orientation == .up && header.width == 16 && header.height == 24)
        #expect(metadata.exif.map { ImageOrientation(exif: $0) } == .up)
        let packet = try #require(metadata.xmp)
        #expect(String(decoding: packet, as: UTF8.self).contains("<tiff:Orientation>1<"))
        // WebP has neither densities nor comments.
        let isPlain = from == .webP || to == .webP
        if !isPlain {
            // The axes are swapped.
            let density = try #require(metadata.density?.converted(to: .inch, limit: 1000))
            #expect(density == PixelDensity(x: 150, y: 300, unit: .inch))
        }
        #expect(metadata.comments == (isPlain ? [] : [Array("Grüße".utf8)]))
        #expect(metadata.colorChunks.count == (from == .png && to == .png ? 1 : 0))
        #expect(metadata.textChunks.count == (from == .png && to == .png ? 2 : 0))
        let lostTexts = from == .png && to != .png ? 1 : 0
        let lostComments = from != .webP && to == .webP ? 1 : 0
        #expect(notices.count == lostTexts + lostComments, "\(notices)")
        #expect(!FileEditing.contains(bytes, FileEditing.preview))
    }

    @Test("metadata is stripped as specified", arguments: ImageFormat.inProcess)
    func stripping(format: ImageFormat) throws {
        let safe = try blurred(file(format), format, .safe).header.metadata
        #expect(safe.exif == nil && safe.xmp == nil && safe.comments.isEmpty && safe.textChunks.isEmpty)
        #expect((safe.density != nil) == (format != .webP) && safe.colorChunks.count == (format == .png ? 1 : 0))
        let none = try blurred(file(format), format, .all).header
        var empty = ImageMetadata()
        // A JFIF header always has a density.
        if format == .jpeg { empty.density = PixelDensity(x: 1, y: 1, unit: .none) }
        #expect(none.metadata == empty && none.profile == nil)
    }

    @Test("invalid metadata is not copied and causes a notice")
    func invalid() throws {
        let png = try PixelBuffer.noise(Size(8, 8)).encoded(.png)
        let invalid: [(String, [UInt8])] = [
            ("gAMA", [0, 0, 0, 0]), ("tEXt", Array(" x\0y".utf8)), ("tIME", [0, 0, 0, 0, 0, 0, 0]), ("pHYs", [1]),
            ("zTXt", Array("Title\0\u{1}".utf8)), ("iTXt", Array("Title\0".utf8)), ("eXIf", [1, 2, 3]), ("cHRM", []),
            ("tEXt", Array((String(repeating: "k", count: 80) + "\0v").utf8)), ("sRGB", [9]), ("cICP", [1, 2, 3, 4]),
        ]
        for (type, contents) in invalid {
            let (header, notices, bytes) = try blurred(FileEditing.addingPNGChunk(type, contents, to: png), .png)
            #expect(header.metadata == ImageMetadata() && notices.count == 1, "\(type) \(notices)")
            #expect(!FileEditing.contains(bytes, Array(type.utf8)), "\(type)")
        }
    }

    @Test("metadata that is too long for a file loses its longest texts, with a notice, and keeps the others")
    func longest() throws {
        let (title, words) = (String(repeating: "a title ", count: 5000), String(repeating: "words ", count: 10_800))
        var exif = HandmadeExif()
        let date = exif.directory([exif.text(0x9003, "2024:05:06 07:08:09"), exif.text(0xA434, "A lens")])
        let utf16: [UInt8] = title.utf8.flatMap { [$0, 0] } + [0, 0]
        let entries = [exif.text(0x0110, "A model"), exif.entry(0x9C9B, HandmadeExif.byte, utf16)]
        var metadata = ImageMetadata()
        metadata.exif = exif.finish(entries + [exif.integer(0x8769, date)])
        let keywords = String(repeating: "<rdf:li>lake</rdf:li>", count: 4000)
        metadata.xmp = Array(
            String(decoding: Self.xmp, as: UTF8.self).replacing(
                "<rdf:Description tiff:Orientation=\"6\"/>",
                with: """
                    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="here"><dc:subject><rdf:Bag>\
                    \(keywords)</rdf:Bag></dc:subject><dc:rights>\(words.prefix(20_000))</dc:rights></rdf:Description>
                    """
            ).utf8)
        metadata.iptc =
            FileEditing.dataset(2, 25, Array("lake".utf8))
            + FileEditing.dataset(2, 116, Array(words.prefix(32_750).utf8))
            + FileEditing.dataset(2, 120, Array(words.dropFirst().prefix(32_760).utf8))
            + FileEditing.dataset(2, 5, Array("A title".utf8))
        let header = ImageHeader(format: .png, width: 8, height: 8, pixelFormat: PixelFormat(.rgb))
        for format in [ImageFormat.jpeg, .png] {
            let isCut = format == .jpeg
            let (fitted, notices) = try metadata.fitted(
                to: header, OutputPicture(width: 8, height: 8), CodecRegistry.standard.writer(of: format))
            let kinds = isCut ? ["EXIF", "XMP", "IPTC"] : []
            #expect(notices == kinds.map { "parts of the \($0) data are too long for a JPEG file and are not copied" })
            for (data, kept, left, limit) in [
                (fitted.exif, ["A model", "A camera", "A lens", "2024:05:06"], utf16, JPEGSegment.maxExifCount),
                (fitted.xmp, ["here", "words"], Array("lake".utf8), JPEGSegment.maxXMPCount),
                (
                    fitted.iptc, ["lake", "words", "A title"], Array(words.dropFirst().prefix(32_760).utf8),
                    JPEGSegment.maxIPTCCount
                ),
            ] {
                let data = try #require(data)
                #expect((data.count <= limit) == isCut && FileEditing.contains(data, left) == !isCut)
                for text in kept { #expect(FileEditing.contains(data, Array(text.utf8)), "\(format) \(text)") }
            }
        }
    }
}
