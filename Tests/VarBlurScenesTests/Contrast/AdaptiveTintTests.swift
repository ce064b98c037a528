import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Glass that adapts to what is behind it")
struct AdaptiveTintTests {
    private static let width = 240
    private static let height = 120

    private func luminance(_ image: borrowing PixelBuffer, _ x: Int, _ y: Int) -> Double {
        RelativeLuminance.of(SIMD4(Int32(image[x, y, 0]), Int32(image[x, y, 1]), Int32(image[x, y, 2]), 255))
    }

    /// An image of sample values: blue, green, red.
    private func image(_ color: (_ x: Int, _ y: Int) -> [Int]) throws -> PixelBuffer {
        try PixelBuffer.make(TestSupport.Size(Self.width, Self.height), GlassContainer.pixelFormat) { x, y, channel in
            channel == 3 ? 255 : color(x, y)[channel]
        }
    }

    private func glass(_ material: GlassMaterial = .regular) -> GlassContainer {
        let frame = SceneRectangle(x: 20, y: 20, width: 200, height: 80)
        return GlassContainer(
            pieces: [GlassPiece(id: "a", shape: .rectangle(cornerRadius: 20), frame: frame)], material: material)
    }

    /// The share of the pixels on the glass, apart from its bevel, on which black or white labels have a contrast of 4.5.
    private func legibleShare(_ image: borrowing PixelBuffer, _ glass: GlassContainer) throws -> Double {
        let adapted = try glass.adapted(to: image)
        let isLight = try #require(adapted.pieces[0].tint).red == 1
        var picture = try image.copy()
        try adapted.draw(on: &picture)
        let pixels = (40..<80).flatMap { y in (40..<200).map { (x: $0, y: y) } }
        let count = pixels.count {
            RelativeLuminance.contrast(luminance(picture, $0.x, $0.y), isLight ? 0 : 1) >= 4.5
        }
        return Double(count) / Double(pixels.count)
    }

    @Test("has legible labels on every flat color", arguments: [GlassMaterial.regular, .clear])
    func flat(material: GlassMaterial) throws {
        for red in stride(from: 0, through: 255, by: 51) {
            for green in stride(from: 0, through: 255, by: 51) {
                for blue in stride(from: 0, through: 255, by: 85) {
                    let share = try legibleShare(image { _, _ in [blue, green, red] }, glass(material))
                    #expect(share == 1, "\(red) \(green) \(blue)")
                }
            }
        }
    }

    /// Patterns with bright and dark parts.
    private static let patterns: [@Sendable (Int, Int) -> Int] = [
        { x, _ in x / 20 % 2 * 255 }, { x, y in (x / 8 + y / 8) % 2 * 255 }, { x, _ in x * 255 / 239 },
        { x, y in x / 30 % 4 == 0 || y / 10 % 4 == 0 ? 250 : 20 }, { x, y in (x * 7919 ^ y * 104729) % 256 },
        { x, y in x < 120 ? 0 : 255 }, { x, y in 90 + (x ^ y) % 40 },
    ]

    @Test("has legible labels on patterns, with a tint that lets them through", arguments: 0..<7)
    func patterns(index: Int) throws {
        let pattern = Self.patterns[index]
        for material in [GlassMaterial.regular, .clear] {
            let image = try image { x, y in [pattern(x, y), pattern(x, y), pattern(x, y)] }
            #expect(try legibleShare(image, glass(material)) >= 0.95)
            let opacity = try #require(try glass(material).adapted(to: image).pieces[0].tint?.opacity)
            #expect(opacity >= material.tint.opacity && opacity < 0.6, "\(opacity)")
        }
    }

    @Test("has legible labels on photos", .enabled(if: Corpus.directory != nil))
    func photos() throws {
        for photo in try CorpusPhotos.first(20) {
            let whole = try CorpusPhotos.image(photo.photo, width: photo.width, height: photo.height)
            let image = try image { x, y in
                (0..<3).map { whole[x * photo.width / Self.width, y * photo.height / Self.height, $0] }
            }
            for material in [GlassMaterial.regular, .clear] {
                #expect(try legibleShare(image, glass(material)) >= 0.95, "\(photo.path)")
            }
        }
    }

    /// A picture of dark and bright parts, gradients, and texture in random colors.
    private func randomPhoto(_ random: inout SplitMix64) throws -> PixelBuffer {
        let areas = (0..<9).map { _ in
            (
                x: Int.random(in: 0..<240, using: &random) - 60, y: Int.random(in: 0..<120, using: &random) - 40,
                width: 30 + Int.random(in: 0..<180, using: &random),
                height: 20 + Int.random(in: 0..<80, using: &random),
                colors: (0..<6).map { _ in Int.random(in: 0..<256, using: &random) }
            )
        }
        let texture = Int.random(in: 0..<60, using: &random)
        return try image { x, y in
            let area = areas.last { x >= $0.x && x < $0.x + $0.width && y >= $0.y && y < $0.y + $0.height }
            let noise = (x * 7919 ^ y * 104_729) % 61 * texture / 60
            return (0..<3).map { channel in
                guard let area else { return 40 + noise }
                let (first, last) = (area.colors[channel], area.colors[channel + 3])
                return min(first + (last - first) * (y - area.y) / area.height + noise, 255)
            }
        }
    }

    @Test("has legible labels on at least 99 % of each piece, as it is drawn, over random pictures", arguments: 0..<12)
    func random(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let photo = try randomPhoto(&random)
        for _ in 0..<5 {
            let (width, height) = (
                30 + Int.random(in: 0..<150, using: &random), 24 + Int.random(in: 0..<70, using: &random)
            )
            let frame = SceneRectangle(
                x: Double(Int.random(in: 0..<240 - width, using: &random)),
                y: Double(Int.random(in: 0..<120 - height, using: &random)),
                width: Double(width), height: Double(height))
            let shapes = [SceneShape.capsule, .ellipse, .rectangle(cornerRadius: 12)]
            let piece = GlassPiece(id: "a", shape: shapes[Int.random(in: 0..<3, using: &random)], frame: frame)
            let material = [GlassMaterial.regular, .clear][Int.random(in: 0..<2, using: &random)]
            let adapted = try GlassContainer(pieces: [piece], material: material).adapted(to: photo)
            let isLight = try #require(adapted.pieces[0].tint).red == 1
            var picture = try photo.copy()
            try adapted.draw(on: &picture)
            var (count, legible) = (0, 0)
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let point = ScenePoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    guard piece.shape.signedDistance(to: point, in: frame) <= -5 else { continue }
                    count += 1
                    if RelativeLuminance.contrast(luminance(picture, x, y), isLight ? 0 : 1) >= 4.5 { legible += 1 }
                }
            }
            #expect(count > 0 && legible * 100 >= count * 99, "\(piece) \(legible) of \(count)")
        }
    }

    @Test("is light over bright, dark over dark parts, and as it was with a tint of its own or off the image")
    func choice() throws {
        let image = try image { x, _ in x < 120 ? [20, 24, 30] : [230, 240, 250] }
        let frames = [(10.0, 0), (130, 1), (300, 2), (20, 3)]
        var glass = GlassContainer(
            pieces: frames.map { x, number in
                GlassPiece(
                    id: "\(number)", shape: .capsule, frame: SceneRectangle(x: x, y: 30, width: 90, height: 40))
            })
        glass.pieces[3].tint = GlassTint(red: 1, green: 0, blue: 0, opacity: 0.3)
        let tints = try glass.adapted(to: image).pieces.map(\.tint)
        #expect(tints[0]?.red == GlassTint.dark.red && tints[1]?.red == 1)
        #expect(tints[2] == nil && tints[3] == glass.pieces[3].tint)
        // where nothing has to be done, the tint is as opaque as that of the material
        #expect(tints[0]?.opacity == GlassMaterial.regular.tint.opacity && tints[0]?.opacity == tints[1]?.opacity)
    }

    private func scene(_ glass: String) -> [UInt8] {
        Array(
            """
            {"canvas":{"width":240,"height":120},"layers":[
            {"type":"fill","paint":{"gradient":"linear","start":"leading","end":"trailing","stops":["#101418 50%","#f0f4f8 50%"]}},
            {"type":"glass",\(glass)}]}
            """.utf8)
    }

    private static let items =
        #""items":[{"id":"a","width":60,"height":40,"alignment":"leading","padding":20\#(label)},"# + right
    private static let right = #"{"id":"b","width":60,"height":40,"alignment":"trailing","padding":20\#(label)}]"#
    private static let label =
        #","label":[{"type":"text","text":"M","family":"DejaVu Sans","size":24,"color":"automatic"}]"#

    @Test("is a tint of scenes, for all pieces or for some")
    func scenes() throws {
        let all = try SceneRenderer().render(Scene(json: scene(#""tint":"automatic","# + Self.items)))
        let items = Self.items.replacing(#"{"id""#, with: #"{"tint":"automatic","id""#)
        let each = try SceneRenderer().render(Scene(json: scene(#""tint":"red","# + items)))
        let plain = try SceneRenderer().render(Scene(json: scene(Self.items)))
        // the middle of a piece beside its label
        #expect([UInt8](all) == [UInt8](each))
        let (dark, bright) = ((all[25, 60, 1], plain[25, 60, 1]), (all[215, 60, 1], plain[215, 60, 1]))
        #expect(dark.0 < dark.1 && abs(bright.0 - bright.1) <= 1)
    }

    @Test("changes gradually while its pieces move")
    func motion() throws {
        let moving =
            #""tint":"automatic","items":{"from":[{"id":"a","width":60,"height":40,"alignment":"leading","padding":20}],"#
            + #""to":[{"id":"a","width":60,"height":40,"alignment":"trailing","padding":20}]}"#
        let animation = try SceneAnimation(json: scene(moving))
        #expect(animation.json.contains(#""tint":"automatic""#))
        #expect(try SceneAnimation(json: Array(animation.json.utf8)) == animation)
        // over the dark half, the piece takes on the tint of the bright half
        var middles: [Int] = []
        for step in 0..<5 {
            let picture = try SceneRenderer().render(animation.scene(at: Double(step) * 0.07))
            middles.append(picture[50 + step * 6, 60, 1])
        }
        let steps = zip(middles, middles.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { (0..<20).contains($0) } && steps.reduce(0, +) > 5, "\(middles)")
    }
}
