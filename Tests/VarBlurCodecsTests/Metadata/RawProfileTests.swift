import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Raw profiles in the texts of PNG files")
struct RawProfileTests {
    private static let title = [0x1C, 2, 5, 0, 7] + Array("A title".utf8)
    private static let preview =
        [0x1C, 2, 202] + FileEditing.bigEndian(FileEditing.preview.count, 2) + FileEditing.preview
    private static let packet = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
        """.utf8)

    /// The contents of a chunk as other programs write it.
    private static func text(_ kind: String, _ bytes: [UInt8], count: Int? = nil, end: String = "\n") -> [UInt8] {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let lines = stride(from: 0, to: digits.count, by: 72).map { String(digits.dropFirst($0).prefix(72)) }
        let count = String(repeating: " ", count: 5) + String(count ?? bytes.count)
        return Array("Raw profile type \(kind)\0\n\(kind)\n\(count)\n\(lines.joined(separator: "\n"))\(end)".utf8)
    }

    private static func png(_ chunks: [(String, [UInt8])]) throws -> [UInt8] {
        try PNGChunk.file(chunks.map { PNGChunk(type: $0.0, contents: $0.1) })
    }

    @Test("are copied to both formats, without previews", .enabled(if: Program(named: "exiftool") != nil))
    func kept() throws {
        let exif = ExifData.segmentPrefix + FileEditing.exifWithPreview(orientation: 6)
        let file = try Self.png([
            ("tEXt", Self.text("exif", exif)),
            ("tEXt", Self.text("8bim", IPTCData.resource(Self.title + Self.preview))),
            try RawProfile.chunk("xmp", Self.packet, deadline: nil).typeAndContents,
            ("tEXt", Self.text("icm", FileEditing.preview)),
        ])
        #expect(try ImageHeader.of(file).orientation == .right)
        let rebuilt = try XMPPacket.rebuilt(Self.packet).bytes
        for format in [ImageFormat.png, .jpeg] {
            let directory = try TemporaryDirectory()
            let job = BlurJob(format: format) { $0.writesDigest = true }
            let output = try job.run(file, in: directory).file
            let metadata = try ImageHeader.of(output).metadata
            #expect(metadata.iptc == Self.title && metadata.xmp == rebuilt)
            #expect(metadata.exif.flatMap(ImageOrientation.init(exif:)) == .up)
            #expect(!FileEditing.contains(output, FileEditing.preview))
            let exiftool = try #require(Program(named: "exiftool"))
            // Valid EXIF data of a JPEG file needs more tags, so exiftool reports warnings.
            let report = try exiftool.run(["-s3", "-validate", "-warning", "-IPTC:all", directory.path("out")]).text
            #expect(format == .png ? report == "OK\nA title\n" : report.hasSuffix("\nA title\n"), "\(report)")
        }
    }

    @Test(
        "An orientation is applied as that of the eXIf chunk, whatever is stripped",
        arguments: ["exif", "APP1", "EXIF"])
    func orientation(kind: String) throws {
        for orientation in 1...8 {
            let exif = FileEditing.exif(orientation: orientation, littleEndian: orientation % 2 == 0)
            let usual = try Self.png([("eXIf", exif)])
            for bytes in [ExifData.segmentPrefix + exif, exif] {
                let text = Self.text(kind, bytes)
                let (keyword, value) = (text.prefix { $0 != 0 } + [0], text.drop { $0 != 0 }.dropFirst())
                let stream = FileEditing.storedZlibStream(Array(value))
                let chunks = [
                    ("tEXt", text), ("zTXt", keyword + [0] + stream), ("iTXt", keyword + [0, 0, 0, 0] + value),
                    ("iTXt", keyword + [1, 0, 0, 0] + stream),
                ]
                for chunk in chunks {
                    let file = try Self.png([chunk])
                    for stripping in [MetadataStripping.none, .safe, .all] {
                        let job = BlurJob(format: .png) { $0.output.stripping = stripping }
                        let outputs = try [file, usual].map { try job.run(from: .bytes($0)).bytes }
                        #expect(outputs[0] == outputs[1], "\(orientation) \(chunk.0) \(stripping)")
                    }
                }
            }
        }
    }

    @Test("EXIF and XMP data may both have the kind APP1, in any order")
    func twoSegments() throws {
        let exif = ExifData.segmentPrefix + FileEditing.exif(orientation: 6, littleEndian: true)
        let texts = [Self.text("APP1", exif), Self.text("APP1", XMPPacket.segmentPrefix + Self.packet)]
        for order in [[0, 1], [1, 0]] {
            let header = try ImageHeader.of(Self.png(order.map { ("tEXt", texts[$0]) }))
            #expect(header.orientation == .right && header.metadata.xmp == Self.packet)
        }
    }

    @Test("are used only if no other chunk has the data")
    func precedence() throws {
        let other = FileEditing.exif(orientation: 1, littleEndian: true)
        let file = try Self.png([
            ("tEXt", Self.text("APP1", ExifData.segmentPrefix + FileEditing.exif(orientation: 8, littleEndian: false))),
            ("tEXt", Self.text("xmp", Array("<a/>".utf8))), ("eXIf", other),
            PNGChunk(internationalText: Self.packet, keyword: PNGMetadata.xmpKeyword).typeAndContents,
            ("tEXt", Self.text("iptc", Self.title)), ("tEXt", Self.text("iptc", Self.title + Self.title)),
        ])
        let metadata = try ImageHeader.of(file).metadata
        #expect(metadata.exif == other && metadata.xmp == Self.packet && metadata.iptc == Self.title)
    }

    /// A thousand small chunks that decompress to megabytes each would take seconds.
    @Test("are read only in the first texts, and XMP data in the first chunks")
    func first() throws {
        let compressed = PNGChunk(
            type: "iTXt", contents: Array(PNGMetadata.xmpKeyword.utf8) + [0, 1, 0, 0, 0, 1, 2, 3])
        let file = try Self.png(
            [(String, [UInt8])](repeating: ("tEXt", Self.text("iptc", Self.title, count: 9)), count: 8) + [
                ("tEXt", Self.text("iptc", Self.title))
            ] + [PNGChunk](repeating: compressed, count: 8).map(\.typeAndContents) + [
                PNGChunk(internationalText: Self.packet, keyword: PNGMetadata.xmpKeyword).typeAndContents
            ])
        #expect(try ImageHeader.of(file).metadata == ImageMetadata())
    }

    @Test("a damaged raw profile does not hide an intact one after it")
    func damaged() throws {
        let exif = FileEditing.exif(orientation: 6, littleEndian: true)
        let other = FileEditing.exif(orientation: 3, littleEndian: true)
        for kind in ["exif", "APP1", "iptc", "8bim", "xmp"] {
            let isExif = kind == "exif" || kind == "APP1"
            let contents = isExif ? exif : kind == "xmp" ? Self.packet : IPTCData.resource(Self.title)
            let damaged = [
                Self.text(kind, contents, count: contents.count - 1), Self.text(kind, contents, end: "x\n"),
                Self.text(kind, contents, count: contents.count + 1),
            ]
            let cut = isExif ? [Self.text(kind, Array(other.prefix(20)))] : []
            for first in damaged + cut {
                let header = try ImageHeader.of(
                    Self.png(
                        [first, Self.text(kind, contents), Self.text(kind, isExif ? other : [])].map { ("tEXt", $0) }))
                #expect(header.orientation == (isExif ? .right : .up), "\(kind)")
                #expect(header.metadata.exif == (isExif ? exif : nil))
                #expect(header.metadata.xmp == (kind == "xmp" ? contents : nil))
                #expect((header.metadata.iptc == Self.title) == (kind == "iptc" || kind == "8bim"))
                let isCounted = damaged.contains(first)
                #expect(header.notices == (isCounted ? ["invalid ancillary chunks are not copied: 1"] : []), "\(kind)")
            }
        }
    }

    @Test("invalid raw profiles are not copied")
    func invalid() throws {
        for text in [
            Self.text("iptc", Self.title, count: 9), Self.text("iptc", Self.title, end: "0\n"),
            Self.text("iptc", Self.title, end: "x\n"), Array("Raw profile type iptc\0".utf8),
            Array("Raw profile type iptc\0\niptc\n99999999999999999999\n00".utf8),
        ] {
            let file = try Self.png([("tEXt", text)])
            #expect(try ImageHeader.of(file).metadata == ImageMetadata())
        }
    }

    @Test("raw profiles with random contents do not crash", arguments: 0..<10)
    func random(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<500 {
            var text = Self.text("iptc", IPTCData.resource(Self.title + Self.preview))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                text[Int.random(in: 22..<text.count, using: &random)] = UInt8.random(in: 1...255, using: &random)
            }
            let chunk = PNGChunk(
                type: "tEXt", contents: Array(text.prefix(Int.random(in: 23...text.count, using: &random))))
            var budget = MetadataBudget(JobContext(ImageLimits()), inputBytes: 0)
            #expect(try (RawProfile(chunk)?.contents(&budget) ?? []).count <= text.count)
        }
    }
}

extension PNGChunk {
    fileprivate var typeAndContents: (String, [UInt8]) { (type, contents) }
}
