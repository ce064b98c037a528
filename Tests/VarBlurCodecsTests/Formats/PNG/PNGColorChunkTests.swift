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

    @Test("sBIT is kept while all pixels keep values of the input, and left out otherwise")
    func significantBits() throws {
        let bits: [UInt8] = [5, 6, 5]
        let file = try Self.png([("sBIT", bits)], .eight)
        let same: [(inout BlurJob) -> Void] = [
            { $0.turn = .right }, { $0.crop = try? Crop("9x9+2+2") }, { $0.output.stripping = .safe }, { _ in },
            { $0.output.convertsToSRGB = true },
        ]
        let tint = try BlurLook(tint: BlurLook.Tint(red: 0, green: 0.2, blue: 1, opacity: 0.3))
        let fade = try BlurLook(fade: 0.5)
        let fill = try AreaFill(
            [BlurArea.Shape("xywh(2px 2px 3px 3px)")], color: RGBColor(red: 1, green: 2, blue: 3))
        let new: [(inout BlurJob) -> Void] = [
            { $0.blur.maximumRadius = .pixels(3) }, { $0.resize = try? Resize("8x8") }, { $0.sharpening = 1 },
            { ($0.blur.minimumRadius, $0.blur.maximumRadius) = (.pixels(2), .pixels(2)) },
            { $0.blur.look = tint }, { $0.blur.look = fade }, { $0.fill = fill },
        ]
        for (changes, chunks) in [(same, [bits]), (new, [])] {
            for (index, change) in changes.enumerated() {
                let result = try Self.blurred(file) {
                    $0.blur.maximumRadius = .pixels(0)
                    change(&$0)
                }
                let kept = result.chunks.filter { $0.type == "sBIT" }.map(\.contents)
                #expect(kept == chunks, "\(chunks) \(index)")
            }
        }
        let p3 = try PixelBuffer.noise(Size(9, 9)).encoded(.png, profile: SRGBTests.p3)
        let converted = try Self.blurred(FileEditing.addingPNGChunk("sBIT", bits, to: p3)) {
            ($0.blur.maximumRadius, $0.output.convertsToSRGB) = (.pixels(0), true)
        }
        #expect(converted.chunks.map(\.type) == ["sRGB"])
        #expect(try EncodingPlan(upright: ImageHeader.of(file)).metadata.colorChunks.isEmpty)
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
