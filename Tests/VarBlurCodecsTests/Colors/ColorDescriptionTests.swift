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

    /// Chunks, a profile, whether they describe other colors than those of sRGB that the profile does not describe, and whether the
    /// profile describes the colors.
    private static let cases: [(chunks: [PNGChunk], profile: ICCProfile?, needsChunks: Bool, keepsProfile: Bool)] = [
        ([], nil, false, false), ([sRGB, usualGamma, p3], nil, false, false), ([usualGamma], nil, false, false),
        ([usualGamma, standard], nil, false, false), ([standard], nil, false, false), ([p3], nil, true, false),
        ([usualGamma, p3], nil, true, false),
        ([PNGChunk(type: "gAMA", contents: [0, 1, 0x86, 0xA0]), standard], nil, true, false),
        ([codes([12, 13, 0, 1])], nil, true, false), ([codes([12, 13, 0, 1]), sRGB], nil, true, false),
        ([codes([1, 13, 0, 1])], nil, false, false), ([codes([1, 13, 0, 1]), p3], nil, false, false),
        ([], SRGBTests.p3, false, true), ([sRGB, p3], SRGBTests.p3, false, true),
        ([codes([12, 13, 0, 1])], SRGBTests.p3, false, true), ([codes([12, 13, 0, 1])], SRGBTests.sRGB, true, false),
        ([codes([1, 13, 0, 1])], SRGBTests.sRGB, false, true), ([codes([1, 13, 0, 1])], SRGBTests.p3, false, false),
        ([codes([9, 1, 0, 1])], SRGBTests.sRGB, true, false), ([codes([2, 2, 0, 1])], SRGBTests.p3, false, true),
        ([codes([12, 13, 0, 0])], SRGBTests.p3, true, false),
    ]

    private static func file(_ chunks: [PNGChunk], _ profile: ICCProfile?) throws -> [UInt8] {
        let plain = try PixelBuffer.noise(Size(16, 12)).encoded(.png, profile: profile)
        return chunks.reversed().reduce(plain) { FileEditing.addingPNGChunk($1.type, $1.contents, to: $0) }
    }

    @Test("Outputs of formats without these chunks tell that colors change, and have no profile that describes others")
    func otherFormats() throws {
        for (chunks, profile, needsChunks, keepsProfile) in Self.cases {
            let file = try Self.file(chunks, profile)
            for format in [ImageFormat.jpeg, .webP] {
                var job = BlurJob()
                job.output.format = format
                let report = try job.run(from: .bytes(file))
                let name = "\(chunks.map(\.type)) \(chunks.first?.contents ?? []) \(profile?.name ?? "")"
                #expect(report.notices.contains { $0.contains("gamma and primaries") } == needsChunks, "\(name)")
                #expect(
                    (try ImageHeader.of(report.bytes).profile == profile) == (keepsProfile || profile == nil), "\(name)"
                )
            }
        }
    }

    @Test("A profile beside code points describes the colors if it makes nearly the same of them")
    func codePoints() throws {
        for (chunks, profile, _, keepsProfile) in Self.cases {
            #expect(try ImageHeader.of(Self.file(chunks, profile)).profileDescribesColors == keepsProfile)
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
            var job = BlurJob()
            job.turn = turn
            let output = try ImageHeader.of(try job.run(from: .bytes(sink.bytes)).bytes)
            let packet = String(decoding: try #require(output.metadata.xmp), as: UTF8.self)
            #expect(packet.contains("<tiff:Orientation>\(expected)<"), "\(exif ?? 0) \(turn)")
        }
    }
}
