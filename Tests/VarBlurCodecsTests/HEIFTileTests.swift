import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Grids, whose tiles are decoded one by one where the library as a whole would give the same pixels.
///
/// Where damage is allowed, the library decodes a grid as a whole.
@Suite("The tiles of HEIC and AVIF files")
struct HEIFTileTests {
    private let tools: HEIFFiles
    private static let side = 64

    init() throws { tools = try HEIFFiles() }

    /// Tiles that differ from each other, and in all directions.
    private func tiles(_ format: ImageFormat, _ count: Int, bits: Int = 8) throws -> [HEIFBuilder.Coded] {
        let depth: SampleDepth = bits == 8 ? .eight : .sixteen
        return try (0..<count).map { number in
            let image = try PixelBuffer.make(Size(Self.side, Self.side), PixelFormat(.rgb, depth)) { x, y, channel in
                let value = (number * 37 + channel * 60 + x + 2 * y + (x > 40 && y < 20 ? 50 : 0)) % 256
                return bits == 8 ? value : value * 257
            }
            return try HEIFBuilder.Coded(of: tools.encode(image.encoded(.png), format, bits: bits))
        }
    }

    private func grid(
        _ images: [HEIFBuilder.Coded], columns: Int, _ size: Size, _ properties: [[UInt8]] = [], isHidden: Bool = true
    ) -> HEIFBuilder {
        var file = HEIFBuilder(images[0].type == "av01" ? .avif : .heic)
        let tiles = images.map { file.add($0) }
        for tile in tiles { file.items[tile - 1].isHidden = isHidden }
        file.primary = file.addGrid(tiles, columns: columns, size: size, properties)
        return file
    }

    private static func turn(_ quarters: Int) -> [UInt8] { HEIFBuilder.box("irot", [UInt8(quarters)]) }

    /// Expects the pixels of the whole.
    private func expectWhole(_ file: HEIFBuilder, _ name: String) throws {
        let bytes = file.file()
        var limits = ImageLimits()
        limits.allowsDamage = true
        let whole = try PixelBuffer.decoded(bytes, limits: limits)
        let tiled = try PixelBuffer.decoded(bytes)
        try #require(whole.width == tiled.width && whole.height == tiled.height, "\(name)")
        try #require(whole.format == tiled.format, "\(name)")
        let hasSamePixels = whole.sampleValues() == tiled.sampleValues()
        #expect(hasSamePixels, "\(name)")
        let others = "the file contains additional images, which are not copied"
        #expect(try ImageHeader.of(bytes).notices == (file.items[0].isHidden ? [] : [others]), "\(name)")
    }

    @Test("are sent before all of them are decoded, unless damage is allowed", arguments: [ImageFormat.heic, .avif])
    func parts(format: ImageFormat) throws {
        let file = try grid(tiles(format, 6), columns: 3, Size(180, 120)).file()
        for (allowsDamage, rows) in [(false, Self.side), (true, 120)] {
            var limits = ImageLimits()
            limits.allowsDamage = allowsDamage
            let reader = try CodecRegistry.standard.makeReader(of: FileContents(file), JobContext(limits))
            var row = [UInt8](repeating: 0, count: 3 * 180)
            let error = row.withUnsafeMutableBytes { (bytes) -> ImageError? in
                do throws(ImageError) { try reader.readRow(into: bytes) } catch { return error }
                return nil
            }
            #expect(error == nil && (reader as? HEIFReader)?.byteCount == (rows - 1) * row.count)
        }
    }

    @Test(
        "have the pixels of the whole, however it is turned and cut",
        arguments: [(ImageFormat.heic, 8), (.heic, 10), (.avif, 8), (.avif, 12)])
    func turns(format: ImageFormat, bits: Int) throws {
        let images = try tiles(format, 6, bits: bits)
        for quarters in 0...3 {
            let turn = quarters == 0 ? [] : [Self.turn(quarters)]
            for (columns, size) in [
                (3, Size(180, 120)), (3, Size(192, 128)), (2, Size(70, 190)), (1, Size(33, 340)), (6, Size(333, 21)),
            ] {
                let file = grid(images, columns: columns, size, turn)
                try expectWhole(file, "\(quarters) \(size.width)x\(size.height)")
            }
        }
        try expectWhole(grid(images, columns: 3, Size(190, 100), [Self.turn(3), Self.turn(2)]), "turned twice")
        try expectWhole(grid(images, columns: 3, Size(190, 100), isHidden: false), "shown")
    }

    @Test("that are mirrored, cropped, or repeated are decoded as a whole", arguments: [ImageFormat.heic, .avif])
    func others(format: ImageFormat) throws {
        let images = try tiles(format, 4)
        let crop = HEIFBuilder.box(
            "clap",
            [90, 1, 70, 1].flatMap { HEIFBuilder.number($0, 4) } + [0, 1, 0, 1].flatMap { HEIFBuilder.number($0, 4) })
        for (name, own) in [
            ("mirrored", [HEIFBuilder.box("imir", [0])]), ("cropped", [crop]),
            ("both", [Self.turn(1), HEIFBuilder.box("imir", [1])]),
        ] { try expectWhole(grid(images, columns: 2, Size(120, 110), own), name) }
        var repeated = grid(images, columns: 2, Size(120, 110))
        repeated.references[0].to = [1, 2, 2, 4]
        try expectWhole(repeated, "repeated")
        let plain = try PixelBuffer.decoded(repeated.file()).sampleValues()
        repeated.references[0].to = [1, 2, 4, 2]
        try expectWhole(repeated, "repeated elsewhere")
        #expect(try PixelBuffer.decoded(repeated.file()).sampleValues() != plain)
    }

    @Test("are damaged alike, wherever the first damage is", arguments: [ImageFormat.heic, .avif])
    func damage(format: ImageFormat) throws {
        let images = try tiles(format, 6)
        var causes: [String] = []
        for places in [[0], [5], [2, 3], [0, 1, 2, 3, 4, 5]] {
            for turn in [0, 1] {
                var file = grid(images, columns: 2, Size(120, 180), turn == 0 ? [] : [Self.turn(turn)])
                for place in places { file.items[place].data = Array(file.items[place].data.prefix(3)) }
                let job = BlurJob { $0.output.format = .png }
                let error = try #require(throws: ImageError.self) { try job.run(from: .bytes(file.file())) }
                #expect(error.code == .damaged && error.reason == .damagedPixels, "\(places): \(error.cause)")
                causes.append(error.cause)
            }
        }
        #expect(Set(causes).count == 1, "\(causes)")
    }
}
