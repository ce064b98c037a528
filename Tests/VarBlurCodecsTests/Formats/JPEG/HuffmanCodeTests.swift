import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Huffman codes of JPEG files")
struct HuffmanCodeTests {
    /// The segments with Huffman tables.
    private static func tables(_ file: [UInt8]) -> [[UInt8]] {
        var (tables, offset): ([[UInt8]], Int) = ([], 2)
        while file[offset + 1] != 0xDA {
            let end = offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
            if file[offset + 1] == 0xC4 { tables.append(Array(file[offset..<end])) }
            offset = end
        }
        return tables
    }

    private static let sizes = [Size(100, 200), Size(160, 120), Size(1, 1), Size(20_000, 1)]
    private static let largeSizes = [Size(100, 201), Size(20_001, 1)]

    @Test("suit small files, of rows and of planes", arguments: FramedPlaneTests.styles.keys.sorted())
    func small(style: String) throws {
        let style = try #require(FramedPlaneTests.styles[style])
        let channels = [ChannelLayout.gray, .rgb, .cmyk][style.sampling.count / 2]
        func file(_ size: Size, isProgressive: Bool = false) throws -> [UInt8] {
            var style = style
            style.isProgressive = isProgressive
            return try TestContent.natural.image(size, PixelFormat(channels)).encoded(.jpeg(style, quality: 80))
        }
        let standard = try Self.tables(file(Self.largeSizes[0]))
        #expect(
            standard.joined().count
                == (style.color == .gray || style.sampling.count == 4 || style.color == .rgb ? 216 : 432))
        for size in Self.sizes + Self.largeSizes {
            let isLarge = size.width * size.height > 20_000
            let (rows, progressive) = (try file(size), try file(size, isProgressive: true))
            let job = BlurJob(radius: 2) { $0.output.jpegQuality = 80 }
            let planes = try job.run(from: .bytes(rows)).bytes
            let outputs = try ["100%", "99%"].map { BlurJob.Output(resize: try Resize($0), settings: job.output) }
            let several = try job.run(from: .bytes(rows), to: outputs)[0].get().bytes
            for file in [rows, planes, several] {
                #expect((Self.tables(file) == standard) == isLarge, "\(size)")
                #expect(Self.tables(file).joined().count <= standard.joined().count)
            }
            // the coefficients are the same
            #expect([UInt8](try PixelBuffer.decoded(rows)) == [UInt8](try PixelBuffer.decoded(progressive)))
        }
    }

    @Test("make small files smaller, as jpegtran does")
    func lengths() throws {
        let directory = try TemporaryDirectory()
        let jpegtran = try #require(Program(named: "jpegtran"))
        for size in Self.sizes.dropLast(2) {
            let file = try TestContent.natural.image(size).encoded(.jpeg(quality: 80))
            try directory.write(file, to: "a.jpg")
            let paths = (directory.path("a.jpg"), directory.path("b.jpg"))
            #expect(try jpegtran.run(["-optimize", "-outfile", paths.1, paths.0]).status == 0)
            #expect(try directory.read("b.jpg") == file)
        }
    }

    @Test("count as memory")
    func memory() throws {
        for (size, isCollected) in [(Size(100, 200), true), (Size(100, 201), false)] {
            let plan = EncodingPlan(
                width: size.width, height: size.height, pixelFormat: PixelFormat(.rgb), encoding: .jpeg(quality: 80))
            #expect((JPEGCodec().writerByteCount(plan) >= 6 * size.width * size.height) == isCollected)
        }
    }
}
