import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Photoshop resources of JPEG files")
struct IPTCTests {
    private static func resource(_ number: Int, name: String = "", _ contents: [UInt8]) -> [UInt8] {
        func even(_ bytes: [UInt8]) -> [UInt8] { bytes.count % 2 == 0 ? bytes : bytes + [0] }
        return Array("8BIM".utf8) + FileEditing.bigEndian(number, 2) + even([UInt8(name.utf8.count)] + name.utf8)
            + FileEditing.bigEndian(contents.count, 4) + even(contents)
    }

    private static let title = FileEditing.dataset(2, 5, Array("A title".utf8))
    private static let preview = FileEditing.dataset(2, 202, FileEditing.preview)

    /// Resources with previews before and after the IPTC datasets.
    private static func resources(_ datasets: [UInt8]) -> [UInt8] {
        resource(0x040C, FileEditing.preview) + resource(0x0BB7, name: "path", [1, 2, 3])
            + resource(0x0404, datasets) + resource(0x0409, FileEditing.preview)
    }

    private static func jpeg(_ segments: [(UInt8, [UInt8])]) throws -> [UInt8] {
        let plain = try PixelBuffer.noise(Size(16, 16)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 80))
        return segments.reversed().reduce(plain) { FileEditing.addingJPEGSegment($1.0, $1.1, to: $0) }
    }

    /// Resources that continue from segment to segment.
    private static func segments(_ resources: [UInt8]) -> [(UInt8, [UInt8])] {
        stride(from: 0, to: resources.count, by: 65_000).map { start in
            (0xED, IPTCData.segmentPrefix + resources[start..<min(start + 65_000, resources.count)])
        }
    }

    private static func jpeg(resources: [UInt8]) throws -> [UInt8] {
        // A resource may continue in the next segment.
        let parts = [resources.prefix(30), resources.dropFirst(30)]
        return try jpeg(parts.map { (0xED, IPTCData.segmentPrefix + $0) })
    }

    private func blurred(
        _ file: [UInt8], _ format: ImageFormat = .jpeg, _ stripping: MetadataStripping = .none
    ) throws -> (directory: TemporaryDirectory, notices: [String], output: [UInt8]) {
        let directory = try TemporaryDirectory()
        let job = BlurJob(format: format) { $0.output.stripping = stripping }
        let (report, output) = try job.run(file, in: directory)
        return (directory, report.notices, output)
    }

    @Test("IPTC data is copied without previews", .enabled(if: Program(named: "exiftool") != nil))
    func kept() throws {
        let file = try Self.jpeg(resources: Self.resources(Self.title + Self.preview))
        #expect(FileEditing.contains(file, FileEditing.preview))
        let (directory, notices, output) = try blurred(file)
        #expect(notices.isEmpty && !FileEditing.contains(output, FileEditing.preview))
        let exiftool = try #require(Program(named: "exiftool"))
        let report = try exiftool.run(["-s3", "-validate", "-warning", "-IPTC:all", directory.path("out")])
        #expect(report.text == "OK\nA title\n")
        #expect(try ImageHeader.of(output).metadata.iptc == Self.title)
    }

    @Test("IPTC data is copied to both formats unless it is stripped")
    func stripping() throws {
        let file = try Self.jpeg(resources: Self.resources(Self.title))
        for format in [ImageFormat.jpeg, .png] {
            for stripping in MetadataStripping.allCases {
                let (_, notices, output) = try blurred(file, format, stripping)
                #expect(notices.isEmpty)
                let expected = [.none, .gainMap].contains(stripping) ? Self.title : nil
                #expect(try ImageHeader.of(output).metadata.iptc == expected)
            }
        }
    }

    @Test("invalid or too long IPTC data is not copied and causes a notice")
    func invalid() throws {
        for datasets in [
            Array(Self.title.dropLast()), [0x1C, 2], Self.title + [1], [0x1C, 2, 5, 0x80, 9, 0],
            [0x1C, 2, 5, 0xFF, 0xFF],
        ] {
            let (_, notices, output) = try blurred(Self.jpeg(resources: Self.resource(0x0404, datasets)))
            #expect(notices == ["the IPTC data is invalid and is not copied"])
            #expect(try ImageHeader.of(output).metadata.iptc == nil)
        }
        let much = Self.resource(0x0BB7, [UInt8](repeating: 0, count: 65_000 * 18)) + Self.resource(0x0404, Self.title)
        #expect(
            try blurred(Self.jpeg(Self.segments(much))).notices == [
                "the Photoshop resources of the file are too long to be searched for IPTC data"
            ])
        let keywords = [[UInt8]](repeating: FileEditing.dataset(2, 25, Array("lakes".utf8)), count: 13_000).flatMap {
            $0
        }
        let file = try Self.jpeg(Self.segments(Self.resource(0x0404, keywords)))
        let (_, notices, output) = try blurred(file)
        #expect(notices == ["parts of the IPTC data are too long for a JPEG file and are not copied"])
        let kept = try #require(try ImageHeader.of(output).metadata.iptc)
        #expect(kept.count > JPEGSegment.maxIPTCCount - 10 && keywords.starts(with: kept))
    }

    @Test("datasets of any length are parsed, with and without padding")
    func lengths() throws {
        let extended = [0x1C, 2, 120, 0x80, 2, 0, 3] + Array("abc".utf8)
        #expect(try IPTCData.rebuilt(extended + Self.title).bytes == extended + Self.title)
        #expect(try IPTCData.rebuilt(Self.title + [0, 0]).bytes == Self.title)
        let dropped = try IPTCData.rebuilt(Self.preview + [0x1C, 8, 10, 0, 1, 7])
        #expect(dropped.bytes == nil && dropped.losses.isEmpty)
        #expect(IPTCData.datasets(inResources: Self.resource(0x0425, [1])) == nil)
    }

    @Test("only repeatable datasets occur several times")
    func repetitions() throws {
        func rebuilt(_ datasets: [[UInt8]]) throws -> [UInt8]? { try IPTCData.rebuilt(datasets.flatMap { $0 }).bytes }
        let version = FileEditing.dataset(2, 0, [0, 4])
        let binary = (0..<200).map { FileEditing.dataset(2, 0, [UInt8](repeating: $0, count: 16)) }
        #expect(try rebuilt([version] + binary) == version)
        let character = FileEditing.dataset(1, 90, [0x1B, 0x25, 0x47])
        #expect(
            try rebuilt([FileEditing.dataset(1, 90, [UInt8](repeating: 1, count: 17)), character, character])
                == character)
        #expect(try rebuilt([Self.title, FileEditing.dataset(2, 5, Array("Another title".utf8))]) == Self.title)
        // a value that is no text does not replace the text
        #expect(try rebuilt([FileEditing.dataset(2, 5, [1, 2, 3]), Self.title]) == Self.title)
        for (record, number) in [(1, 5), (1, 50), (2, 25), (2, 80), (2, 255)] as [(UInt8, UInt8)] {
            let words = ["lake", "dawn"].map { FileEditing.dataset(record, number, Array($0.utf8)) }
            #expect(try rebuilt(words) == words[0] + words[1])
        }
    }

    @Test("an encoded image is omitted, and the texts beside it stay")
    func encodedImages() throws {
        let keyword = FileEditing.dataset(2, 25, Array("lake".utf8))
        let encoded = FileEditing.dataset(2, 25, Array(PlantedPreview.base64.utf8))
        let checked = try IPTCData.rebuilt(keyword + Self.title + encoded + keyword)
        #expect(checked.bytes == keyword + Self.title + keyword && checked.losses == [.refusedText])
    }

    @Test("texts together have at most 64 KiB")
    func total() throws {
        let keywords = [[UInt8]](repeating: FileEditing.dataset(2, 25, Array("A lake at dawn.".utf8)), count: 5000)
        let checked = try IPTCData.rebuilt(keywords.flatMap { $0 })
        #expect(checked.bytes?.count == 65_536 / 15 * 20 && checked.losses == [.refusedText])
        #expect(try IPTCData.rebuilt(try #require(checked.bytes)).losses.isEmpty)
    }

    @Test("takes linear time for many short datasets")
    func time() throws {
        let pairs = (0..<65_536).flatMap { FileEditing.dataset(UInt8($0 >> 8), UInt8($0 & 0xFF), []) }
        let repeated = [[UInt8]](repeating: pairs, count: 3).flatMap { $0 }
        var rebuilt: [UInt8]?
        #expect(try ProcessorTime.seconds { rebuilt = try IPTCData.rebuilt(repeated).bytes } < 10)
        let bytes = try #require(rebuilt)
        #expect(bytes.count < 3 * 512 * 5)
        #expect(try IPTCData.rebuilt(bytes).bytes == bytes)
    }

    @Test("random resources do not crash", arguments: 0..<20)
    func random(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let whole = Self.resources(Self.title + Self.preview + [0x1C, 2, 120, 0x80, 2, 0, 3, 1, 2, 3])
        for _ in 0..<1000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            let datasets = IPTCData.datasets(inResources: bytes)
            #expect(try (datasets.flatMap { try IPTCData.rebuilt($0).bytes } ?? []).count <= whole.count)
        }
    }

    @Test("additional images and extended XMP data cause notices")
    func additionalImages() throws {
        let multiPicture = try Self.jpeg([(0xE2, Array("MPF\0MM".utf8))])
        let (_, notices, output) = try blurred(multiPicture)
        #expect(notices == ["the file contains additional images, which are not copied"])
        #expect(!FileEditing.contains(output, Array("MPF\0".utf8)))
        let extended = try Self.jpeg([(0xE1, Array("http://ns.adobe.com/xmp/extension/\0GUID".utf8))])
        #expect(try blurred(extended).notices == ["the file contains extended XMP data, which is not copied"])
    }
}
