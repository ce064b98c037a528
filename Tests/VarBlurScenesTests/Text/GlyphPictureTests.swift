import TestSupport
import Testing

@testable import VarBlurScenes

@Suite("Pictures of glyphs")
struct GlyphPictureTests {
    /// A font with a size of pictures, one for each glyph; `nil` for none.
    private static func font(_ pictures: [(width: Int, height: Int)?], sizeCount: Int = 1) -> [UInt8] {
        let start = 4 + 4 * (pictures.count + 1)
        var (contents, offsets) = ([UInt8](), FontBytes.big(start, 4))
        for picture in pictures {
            if let picture {
                contents += FontBytes.numbers(0, 0) + Array("png ".utf8) + [UInt8](repeating: 1, count: 16)
                contents += FontBytes.big(picture.width, 4) + FontBytes.big(picture.height, 4)
            }
            offsets += FontBytes.big(start + contents.count, 4)
        }
        let places = (0..<sizeCount).flatMap { _ in FontBytes.big(8 + 4 * sizeCount, 4) }
        let table = FontBytes.numbers(1, 1) + FontBytes.big(sizeCount, 4) + places + FontBytes.numbers(20, 72)
        return FontBytes.font([
            ("maxp", [0, 1, 0, 0] + FontBytes.big(pictures.count)), ("sbix", table + offsets + contents),
        ])
    }

    private static func exceedLimit(_ font: [UInt8]) -> Bool {
        FontTables.fonts(in: font)?.contains(where: GlyphPictures.exceedLimit) ?? true
    }

    @Test("are refused if one, or all of them, have too many pixels")
    func limits() {
        #expect(!Self.exceedLimit(Self.font([(2048, 2048), nil, (160, 160)])))
        #expect(Self.exceedLimit(Self.font([nil, (160, 160), (2048, 2049)])))
        #expect(Self.exceedLimit(Self.font([(1 << 31, 1 << 31)])))
        #expect(!Self.exceedLimit(Self.font(.init(repeating: (2048, 2048), count: 64))))
        #expect(Self.exceedLimit(Self.font(.init(repeating: (2048, 2048), count: 65))))
        #expect(Self.exceedLimit(Self.font(.init(repeating: (2048, 2048), count: 33), sizeCount: 2)))
        #expect(!Self.exceedLimit(Self.font(.init(repeating: nil, count: 9999), sizeCount: 64)))
        #expect(Self.exceedLimit(Self.font([nil], sizeCount: 65)))
        let font = Self.font([(9, 9), nil, (7, 7)])
        for count in font.indices { _ = Self.exceedLimit(Array(font[..<count])) }
    }

    @Test("and fonts of a collection are limited in number")
    func collections() {
        func collection(_ count: Int) -> [UInt8] {
            Array("ttcf".utf8) + [0, 1, 0, 0] + FontBytes.big(count, 4)
                + (0..<count).flatMap { _ in FontBytes.big(0, 4) }
        }
        #expect(FontTables.fonts(in: collection(512))?.count == 512)
        #expect(FontTables.fonts(in: collection(513)) == nil)
    }
}
