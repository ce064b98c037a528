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
            try expectLegible(adapted, on: photo)
        }
    }

    /// Expects labels to be legible on at least 99 % of each piece, apart from its rim.
    private func expectLegible(_ glass: GlassContainer, on photo: borrowing PixelBuffer) throws {
        var picture = try photo.copy()
        try glass.draw(on: &picture)
        for piece in glass.pieces {
            let isLight = try #require(piece.tint).red == 1
            var (count, legible) = (0, 0)
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let point = ScenePoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    guard piece.shape.signedDistance(to: point, in: piece.frame) <= -5 else { continue }
                    count += 1
                    if RelativeLuminance.contrast(luminance(picture, x, y), isLight ? 0 : 1) >= 4.5 { legible += 1 }
                }
            }
            #expect(legible * 100 >= count * 99, "\(piece) \(legible) of \(count)")
        }
    }

    @Test(
        "has legible labels in every frame of a transition, changes gradually, and becomes light or dark at most once",
        arguments: 0..<6)
    func frames(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let photo = try randomPhoto(&random)
        func piece(_ id: String) -> GlassPiece {
            let (width, height) = (
                30 + Int.random(in: 0..<90, using: &random), 24 + Int.random(in: 0..<50, using: &random)
            )
            let (x, y) = (
                Int.random(in: 0..<240 - width, using: &random), Int.random(in: 0..<120 - height, using: &random)
            )
            let frame = SceneRectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
            return GlassPiece(id: id, shape: .rectangle(cornerRadius: 9), frame: frame)
        }
        // one piece moves, and in every other motion, another one grows out of it
        let pieces = seed % 2 == 0 ? [piece("a")] : [piece("a"), piece("b")]
        let motion = GlassMotion(
            from: GlassContainer(pieces: [piece("a")], spacing: 0), to: GlassContainer(pieces: pieces, spacing: 0))
        var tints: [String: [GlassTint]] = [:]
        for frame in 0..<30 {
            let glass = try motion.container(at: Double(frame) / 29, adaptedTo: photo)
            // where pieces overlap, two of them tint the picture
            if seed % 2 == 0 { try expectLegible(glass, on: photo) }
            for piece in glass.pieces { tints[piece.id, default: []].append(try #require(piece.tint)) }
        }
        for (id, tints) in tints {
            let steps = Array(zip(tints, tints.dropFirst()))
            #expect(steps.count { $0.red != $1.red } <= 1, "\(id)")
            let same = steps.filter { $0.red == $1.red }
            #expect(same.allSatisfy { abs($0.opacity - $1.opacity) < 0.15 }, "\(id) \(tints.map(\.opacity))")
        }
    }

    @Test("approaches the tint that a piece has in one state only")
    func mixed() throws {
        let image = try image { x, _ in x < 120 ? [20, 24, 30] : [230, 240, 250] }
        let frames = [10.0, 130].map { SceneRectangle(x: $0, y: 30, width: 90, height: 40) }
        let red = GlassTint(red: 1, green: 0, blue: 0, opacity: 0.3)
        let fixed = GlassPiece(id: "a", shape: .capsule, frame: frames[0], tint: red)
        let adaptive = GlassPiece(id: "a", shape: .capsule, frame: frames[1])
        let motion = GlassMotion(from: GlassContainer(pieces: [fixed]), to: GlassContainer(pieces: [adaptive]))
        let tints = try [0, 0.01, 0.5, 0.99, 1].map {
            try #require(motion.container(at: $0, adaptedTo: image).pieces[0].tint)
        }
        #expect(try tints[0] == red && tints[4] == motion.end.adapted(to: image).pieces[0].tint)
        #expect(zip(tints, tints.dropFirst()).allSatisfy { $0.green <= $1.green } && tints[2].green > 0.4)
        #expect(abs(tints[1].green) < 0.02 && tints[3].green > 0.98)
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

    @Test("is that of the place of a piece at the time while it moves")
    func motion() throws {
        let moving =
            #""tint":"automatic","items":{"from":[{"id":"a","width":60,"height":40,"alignment":"leading","padding":20}],"#
            + #""to":[{"id":"a","width":60,"height":40,"alignment":"trailing","padding":20}]}"#
        let animation = try SceneAnimation(json: scene(moving))
        #expect(animation.json.contains(#""tint":"automatic""#))
        #expect(try SceneAnimation(animation.json) == animation)
        // over the dark half, the piece is as dark as before
        let middles = try (0..<5).map { step in
            try SceneRenderer().render(animation.scene(at: Double(step) * 0.07))[50 + step * 6, 60, 1]
        }
        #expect(middles.allSatisfy { abs($0 - middles[0]) <= 2 }, "\(middles)")
    }

    @Test("is a tint of the panel of an overlay, which only glass has")
    func overlays() throws {
        func scene(_ members: String) -> [UInt8] {
            Array(
                """
                {"canvas":{"width":120,"height":90},"layers":[{"type":"fill","paint":"#6a6d70"},
                {"type":"overlay","notches":[{"name":"a","extent":60}],"cornerRadius":0,"grabber":false,\(members)}]}
                """.utf8)
        }
        func green(_ members: String) throws -> Int {
            try SceneRenderer().render(Scene(json: scene(members)))[60, 60, 1]
        }
        let (plain, adapted, red) = try (
            green(#""glass":true"#), green(#""glass":true,"tint":"automatic""#), green(#""glass":true,"tint":"red""#)
        )
        #expect(adapted < plain && red < 9)
        let glass = try SceneRenderer().render(
            Scene(
                """
                {"canvas":{"width":120,"height":90},"layers":[{"type":"fill","paint":"#6a6d70"},{"type":"glass","tint":"automatic",
                "items":[{"shape":"rectangle","height":60,"alignment":"bottom"}]}]}
                """))
        #expect(abs(glass[60, 60, 1] - adapted) <= 1)
        let error = #expect(throws: SceneError.self) { () throws in _ = try Scene(json: scene(#""tint":"red""#)) }
        #expect(error?.problems.map(\.path) == ["layers[1].tint"])
    }
}
