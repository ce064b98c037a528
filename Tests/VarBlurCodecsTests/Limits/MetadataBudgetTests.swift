import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Metadata budget")
struct MetadataBudgetTests {
    private static let zeros = [UInt8](repeating: 0x30, count: 3_000_000)

    private static func stream(_ bytes: [UInt8]) throws -> [UInt8] { try Deflate.compressed(bytes, deadline: nil) }

    /// Files with more than two megabytes of metadata, most of it compressed.
    private static func largeFiles() throws -> [String: [UInt8]] {
        let compressed = try stream(zeros)
        let profile = try stream(FileEditing.profile(count: zeros.count))
        let segment = [UInt8](repeating: 0x41, count: 65_000)
        let jpeg = try PixelBuffer.noise(Size(16, 16)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        return [
            "comment": try PNGChunk.file([.text(zeros, keyword: "Comment")]),
            "text": try PNGChunk.file([.text(zeros)]),
            "profile": try PNGChunk.file([PNGChunk(type: "iCCP", contents: [0x78, 0, 0] + profile)]),
            "XMP": try PNGChunk.file([.text([1, 0, 0, 0] + compressed, "iTXt", keyword: PNGMetadata.xmpKeyword)]),
            "raw profile": try PNGChunk.file([RawProfile.chunk("exif", zeros, deadline: nil)]),
            "EXIF": try PNGChunk.file([PNGChunk(type: "eXIf", contents: zeros)]),
            "JPEG comments": (0..<40).reduce(jpeg) { file, _ in FileEditing.addingJPEGSegment(0xFE, segment, to: file)
            },
        ]
    }

    private static func run(_ file: [UInt8], _ change: (inout BlurJob) -> Void) throws -> [UInt8] {
        try BlurJob(change).run(file, in: TemporaryDirectory()).file
    }

    @Test("limits what is copied and decompressed")
    func limit() throws {
        for (name, file) in try Self.largeFiles() {
            var error = #expect(throws: ImageError.self, "\(name)") {
                try Self.run(file) { $0.limits.metadata = 2 << 20 }
            }
            #expect(error?.code == .overLimit && error?.cause.contains("2 MiB") == true, "\(name)")
            error = #expect(throws: ImageError.self, "\(name)") { try Self.run(file) { $0.limits.memory = 8 << 20 } }
            #expect(error?.code == .overLimit, "\(name)")
            _ = try Self.run(file) { _ in }
        }
    }

    @Test("stripped metadata does not count toward the metadata limit")
    func stripped() throws {
        for (name, file) in try Self.largeFiles() {
            let output = try Self.run(file) {
                ($0.limits.metadata, $0.output.stripping) = (1 << 20, .all)
            }
            #expect(output.count < 100_000, "\(name)")
            if name == "profile" { continue }
            _ = try Self.run(file) { ($0.limits.metadata, $0.output.stripping) = (1 << 20, .safe) }
        }
    }

    @Test(
        "a notice says that an orientation beyond the limit is not applied, and only that",
        arguments: ["text", "XMP", "raw profile"])
    func unreadOrientation(name: String) throws {
        let file = try #require(try Self.largeFiles()[name])
        for stripping in [MetadataStripping.safe, .all] {
            for limit in [1 << 20, ImageLimits().metadata] {
                let job = BlurJob { ($0.limits.metadata, $0.output.stripping) = (limit, stripping) }
                let notices = try job.run(from: .bytes(file)).notices
                // other texts have no orientation, and are not decompressed
                let isUnread = name == "raw profile" && limit == 1 << 20
                let expected = "an orientation in metadata that exceeds the limit is not applied"
                #expect(notices.filter { $0 == expected }.count == (isUnread ? 1 : 0), "\(limit) \(notices)")
            }
        }
    }

    @Test("metadata is part of the memory estimate")
    func estimate() throws {
        func estimate(_ file: [UInt8], to target: OutputTarget) throws -> Int {
            let directory = try TemporaryDirectory()
            try directory.write(file, to: "in")
            return try BlurJob().preflight(from: .file(path: directory.path("in")), to: target).memory
        }
        let file = OutputTarget.file(path: "/nowhere")
        let plain = try estimate(PNGChunk.file([]), to: file)
        let large = try estimate(#require(Self.largeFiles()["XMP"]), to: file)
        #expect(large > plain + 2 * Self.zeros.count)
        // a stream holds its output until it is complete
        #expect(try estimate(PNGChunk.file([]), to: .standardOutput) >= plain + 16 * 16 * 3)
    }

    @Test("reading metadata stops at the deadline")
    func deadline() throws {
        for (name, file) in try Self.largeFiles() {
            let error = #expect(throws: ImageError.self, "\(name)") {
                try Self.run(file) { $0.limits.time = .nanoseconds(1) }
            }
            #expect(error?.code == .timeout, "\(name)")
        }
        let error = #expect(throws: ImageError.self) {
            try Deflate.compressed(Self.zeros, deadline: Deadline(after: .zero))
        }
        #expect(error?.code == .timeout)
    }

    @Test("a memory limit below the needs of any decoder is a limit", arguments: [1, 1000, 70_000])
    func tinyMemory(limit: Int) throws {
        let error = #expect(throws: ImageError.self) {
            try Self.run(PNGChunk.file([])) { $0.limits.memory = limit }
        }
        #expect(error?.code == .overLimit)
    }

    @Test("a profile stays compressed as it was, texts are written uncompressed")
    func compressedForms() throws {
        let iptc = [0x1C, 2, 5, 0, 7] + Array("A title".utf8)
        // stored blocks, which zlib would not choose
        let stored = FileEditing.storedZlibStream
        let profile = stored(FileEditing.profile(count: 500))
        let packet = stored(Array(HidingPlace.packet("<dc:source>A camera</dc:source>").utf8))
        let file = try PNGChunk.file([
            PNGChunk(type: "iCCP", contents: [0x78, 0, 0] + profile + FileEditing.preview),
            .text([1, 0, 0, 0] + packet + FileEditing.preview, "iTXt", keyword: PNGMetadata.xmpKeyword),
            RawProfile.chunk("iptc", IPTCData.resource(iptc), deadline: nil),
            .text([0] + stored(Array("A title".utf8)) + FileEditing.preview, "zTXt"),
            .text(
                [1, 0] + Array("de\0Urheber\0".utf8) + stored(Array("Jörg".utf8)) + FileEditing.preview, "iTXt",
                keyword: "Author"),
        ])
        let output = try Self.run(file) { _ in }
        #expect(!FileEditing.contains(output, FileEditing.preview))
        for written in [
            profile, Array("<dc:source>A camera</dc:source>".utf8), Array("tEXtTitle\0A title".utf8),
            Array("iTXtAuthor\0\0\0de\0Urheber\0Jörg".utf8),
        ] { #expect(FileEditing.contains(output, written)) }
        #expect(try ImageHeader.of(output).metadata.iptc == iptc)
    }

    @Test("Latin-1 comments become UTF-8 in JPEG files, and return")
    func latin1() throws {
        let comment = (0x20...0xFF).filter { !(0x7F..<0xA0).contains($0) }.map { UInt8($0) }
        let png = try PNGChunk.file([.text(comment, keyword: "Comment")])
        let jpeg = try Self.run(png) { $0.output.format = .jpeg }
        let text = String(String.UnicodeScalarView(comment.map { Unicode.Scalar($0) }))
        #expect(try ImageHeader.of(jpeg).metadata.comments == [Array(text.utf8)])
        let back = try Self.run(jpeg) { $0.output.format = .png }
        #expect(FileEditing.contains(back, Array("Comment\0".utf8) + comment))
        #expect(Latin1Text.bytes(fromUTF8: Array("Ł".utf8)) == nil)
        #expect(Latin1Text.bytes(fromUTF8: [0xC3]) == nil && Latin1Text.bytes(fromUTF8: [0xC3, 0x41]) == nil)
    }
}
