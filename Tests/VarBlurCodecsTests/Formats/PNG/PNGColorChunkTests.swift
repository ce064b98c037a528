import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Chunks of PNG files for high dynamic range")
struct PNGColorChunkTests {
    private static let display = (0..<24).map { UInt8($0 * 10) }
    private static let levels = FileEditing.bigEndian(10_000_000, 4) + FileEditing.bigEndian(4_000_000, 4)

    private static func png(_ chunks: [(String, [UInt8])], _ depth: SampleDepth = .sixteen) throws -> [UInt8] {
        let plain = try PixelBuffer.noise(Size(16, 12), PixelFormat(.rgb, depth)).encoded(.png)
        return chunks.reversed().reduce(plain) { FileEditing.addingPNGChunk($1.0, $1.1, to: $0) }
    }

    private static func blurred(
        _ file: [UInt8], _ change: (inout BlurJob) -> Void = { _ in }
    ) throws -> (chunks: [PNGChunk], notices: [String]) {
        let report = try BlurJob(change).run(from: .bytes(file))
        return (try ImageHeader.of(report.bytes).metadata.colorChunks, report.notices)
    }

    private static func file(_ codes: [UInt8]) throws -> [UInt8] {
        try png([("cICP", codes), ("mDCV", display), ("cLLI", levels)])
    }

    @Test("mDCV and cLLI are kept, as cICP is, unless all metadata is stripped or colors are converted")
    func kept() throws {
        let file = try Self.file([9, 16, 0, 1])
        let chunks = [("cICP", [9, 16, 0, 1]), ("mDCV", Self.display), ("cLLI", Self.levels)].map {
            PNGChunk(type: $0.0, contents: $0.1)
        }
        for stripping in [MetadataStripping.none, .safe, .gainMap] {
            let result = try Self.blurred(file) { $0.output.stripping = stripping }
            #expect(result.chunks == chunks && result.notices.isEmpty)
        }
        let stripped = try Self.blurred(file) { $0.output.stripping = .all }
        #expect(stripped.chunks.isEmpty && stripped.notices.contains { $0.contains("colors is removed") })
        #expect(try Self.blurred(file) { $0.blur.maximumRadius = .pixels(0) }.chunks == chunks)
        for type in ["mDCV", "cLLI"] {
            let alone = try Self.png([(type, type == "mDCV" ? Self.display : Self.levels)], .eight)
            #expect(try Self.blurred(alone).chunks.map(\.type) == [type])
        }
    }

    @Test("They are left out when colors are converted", .enabled(if: ColorTransform.isAvailable))
    func converted() throws {
        let result = try Self.blurred(Self.file([12, 13, 0, 1])) { $0.output.convertsToSRGB = true }
        #expect(result.chunks.map(\.type) == ["sRGB"])
    }

    @Test("Formats that do not get them say so")
    func otherFormats() throws {
        for format in [ImageFormat.jpeg, .webP] {
            let notices = try Self.blurred(Self.file([9, 1, 0, 1])) { $0.output.format = format }.notices
            #expect(notices.contains { $0.contains("light levels") }, "\(format.name)")
        }
    }

    @Test("Invalid and repeated ones are not copied, with a notice")
    func invalid() throws {
        let chunks = [("mDCV", Array(Self.display.dropLast())), ("cLLI", Self.levels + [0])]
        for chunk in chunks {
            let result = try Self.blurred(Self.png([chunk]))
            #expect(result.chunks.isEmpty && result.notices.count == 1)
        }
        let twice = try Self.png([("cLLI", Self.levels), ("cLLI", Self.levels)])
        let result = try Self.blurred(twice)
        #expect(result.chunks.count == 1 && result.notices.count == 1)
    }
}
