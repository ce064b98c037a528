import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Descriptions of colors")
struct ColorDescriptionTests {
    private static func primaries(_ values: [Int]) -> PNGChunk {
        PNGChunk(type: "cHRM", contents: values.flatMap { FileEditing.bigEndian($0, 4) })
    }

    private static func codes(_ values: [UInt8]) -> PNGChunk { PNGChunk(type: "cICP", contents: values) }

    private static let usualGamma = PNGChunk(type: "gAMA", contents: [0, 0, 0xB1, 0x8F])
    private static let sRGB = PNGChunk(type: "sRGB", contents: [0])
    private static let p3 = primaries([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000])
    private static let standard = primaries([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])

    private static let grayLight = ICCProfile(
        bytes: HandmadeProfile(isGray: true, curve: HandmadeProfile.curve([256])).bytes)

    /// Chunks, a profile, whether colors look different without the chunks, and how well the profile describes the colors.
    private static let cases: [(chunks: [PNGChunk], profile: ICCProfile?, needsChunks: Bool, match: ProfileMatch?)] = [
        ([], nil, false, nil), ([sRGB, usualGamma, p3], nil, false, nil), ([usualGamma], nil, false, nil),
        ([usualGamma, standard], nil, false, nil), ([standard], nil, false, nil), ([p3], nil, true, nil),
        ([usualGamma, p3], nil, true, nil),
        ([PNGChunk(type: "gAMA", contents: [0, 1, 0x86, 0xA0]), standard], nil, true, nil),
        ([codes([12, 13, 0, 1])], nil, true, nil), ([codes([12, 13, 0, 1]), sRGB], nil, true, nil),
        ([codes([1, 13, 0, 1])], nil, false, nil), ([codes([1, 13, 0, 1]), p3], nil, false, nil),
        ([], SRGBTests.p3, false, .exact), ([sRGB, p3], SRGBTests.p3, false, .exact),
        ([codes([12, 13, 0, 1])], SRGBTests.p3, false, .exact),
        ([codes([12, 13, 0, 1])], SRGBTests.p3Power, true, .close),
        ([codes([12, 13, 0, 1])], SRGBTests.sRGB, true, .misleading),
        ([codes([1, 13, 0, 1])], SRGBTests.sRGB, false, .exact),
        ([codes([1, 13, 0, 1])], SRGBTests.p3, false, .misleading),
        ([codes([9, 1, 0, 1])], SRGBTests.sRGB, true, .misleading),
        ([codes([2, 2, 0, 1])], SRGBTests.p3, false, .exact), ([codes([12, 13, 0, 0])], SRGBTests.p3, false, .exact),
        ([codes([1, 8, 0, 1])], grayLight, false, .exact), ([codes([1, 13, 0, 1])], grayLight, false, .misleading),
        ([codes([1, 4, 0, 1])], grayLight, true, .misleading),
    ]

    private static func file(_ chunks: [PNGChunk], _ profile: ICCProfile?) throws -> [UInt8] {
        let format = PixelFormat(profile == grayLight ? .gray : .rgb)
        let plain = try PixelBuffer.noise(Size(16, 12), format).encoded(.png, profile: profile)
        return chunks.reversed().reduce(plain) { FileEditing.addingPNGChunk($1.type, $1.contents, to: $0) }
    }

    @Test("Outputs of formats without these chunks tell that colors change, and have no profile that describes others")
    func otherFormats() throws {
        for (chunks, profile, needsChunks, match) in Self.cases {
            let file = try Self.file(chunks, profile)
            let name = "\(chunks.map(\.type)) \(chunks.first?.contents ?? []) \(profile?.name ?? "")"
            #expect(try ImageHeader.of(file).profileMatch == match, "\(name)")
            let job = BlurJob { $0.output.format = .jpeg }
            let report = try job.run(from: .bytes(file))
            #expect(report.notices.contains { $0.contains("gamma and primaries") } == needsChunks, "\(name)")
            #expect(try ImageHeader.of(report.bytes).profile == (match == .misleading ? nil : profile), "\(name)")
        }
    }

    @Test("PNG outputs keep all of them")
    func samePNG() throws {
        for (chunks, profile, _, _) in Self.cases {
            let output = try ImageHeader.of(try BlurJob().run(from: .bytes(Self.file(chunks, profile))).bytes)
            let kept = chunks.filter { profile == nil || $0.type != "sRGB" }
            #expect(output.profile == profile && output.metadata.colorChunks.map(\.type) == kept.map(\.type))
        }
    }

    private static func xmp(_ orientation: Int) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description tiff:Orientation="\(orientation)"/></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    @Test(
        "An orientation in XMP data is kept if there is no other, unless the image is turned",
        arguments: ImageFormat.inProcess)
    func orientation(format: ImageFormat) throws {
        for (exif, turn, expected) in [(nil, ImageOrientation.up, 6), (nil, .right, 1), (1, .up, 1), (8, .up, 1)] {
            var plan = EncodingPlan(
                width: 16, height: 12, pixelFormat: PixelFormat(.rgb), encoding: format.usualEncoding)
            plan.metadata.xmp = Self.xmp(6)
            plan.metadata.exif = exif.map { FileEditing.exifWithPreview(orientation: $0) }
            let sink = MemorySink()
            let image = try PixelBuffer.noise(Size(16, 12))
            var encoder = try ImageEncoder(plan, to: sink)
            for y in 0..<12 { try encoder.writeRow(image.bytes.extracting(y * 48..<(y + 1) * 48)) }
            try encoder.finish()
            let job = BlurJob { $0.turn = turn }
            let output = try ImageHeader.of(try job.run(from: .bytes(sink.bytes)).bytes)
            let packet = String(decoding: try #require(output.metadata.xmp), as: UTF8.self)
            #expect(packet.contains("<tiff:Orientation>\(expected)<"), "\(exif ?? 0) \(turn)")
        }
    }
}
