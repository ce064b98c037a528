import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Invariants of glass")
struct GlassInvariantTests {
    private let pieces = [
        GlassPictures.badge("a", x: 60, y: 50), GlassPictures.badge("b", x: 164, y: 58, shape: .hexagonBadge),
        GlassPiece(
            id: "c", shape: .capsule, frame: SceneRectangle(x: 90, y: 152, width: 132, height: 52),
            tint: GlassTint(red: 1, green: 0.2, blue: 0, opacity: 0.4)),
        GlassPictures.badge("d", x: 212, y: 140, shape: .circle),
    ]

    @Test("the order of the pieces is irrelevant")
    func order() throws {
        let picture = try GlassPictures.textured(width: 360, height: 280)
        let expected = try GlassPictures.drawn(GlassContainer(pieces: pieces, spacing: 30), on: picture)
        for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
            let container = GlassContainer(pieces: order.map { pieces[$0] }, spacing: 30)
            #expect(try GlassPictures.drawn(container, on: picture) == expected)
        }
    }

    @Test("neither the number of threads nor a region changes a pixel")
    func regions() throws {
        let picture = try GlassPictures.textured(width: 360, height: 280)
        let container = GlassContainer(pieces: pieces, spacing: 30)
        let expected = try GlassPictures.drawn(container, on: picture)
        #expect(try GlassPictures.drawn(container, on: picture, threads: 3) == expected)
        let original = picture.sampleValues()
        for region in [
            PixelRegion(x: 0, y: 0, width: 360, height: 100), PixelRegion(x: 101, y: 77, width: 93, height: 120),
            PixelRegion(x: 200, y: 190, width: 1, height: 1),
        ] {
            let found = try GlassPictures.drawn(container, on: picture, region: region)
            for index in stride(from: 0, to: found.count, by: 4) {
                let (x, y) = (index / 4 % 360, index / 4 / 360)
                let isInside = region.columns.contains(x) && region.rows.contains(y)
                let source = isInside ? expected : original
                #expect(found[index..<index + 4] == source[index..<index + 4], "(\(x), \(y))")
            }
        }
    }

    @Test("a mirrored picture gives the mirrored result")
    func mirroring() throws {
        let (width, height) = (360, 280)
        let picture = try GlassPictures.textured(width: width, height: height)
        let mirrored = try picture.rearranged(TestSupport.Size(width, height)) { (width - 1 - $0, $1) }
        let symmetric = pieces.map { piece in
            var piece = piece
            piece.frame.x = Double(width) - piece.frame.maxX
            return piece
        }
        let expected = try GlassPictures.drawn(GlassContainer(pieces: pieces, spacing: 30), on: picture)
        let found = try GlassPictures.drawn(GlassContainer(pieces: symmetric, spacing: 30), on: mirrored)
        var greatest = 0
        for index in expected.indices {
            let (channel, x, y) = (index % 4, index / 4 % width, index / 4 / width)
            greatest = max(greatest, abs(expected[index] - found[(y * width + width - 1 - x) * 4 + channel]))
        }
        // the blur rounds differently in each half of a pair of pixels, and the saturation multiplies that
        #expect(greatest <= 3)
    }

    @Test("nothing changes beyond the reach of the shadow", arguments: [1, 2] as [Double])
    func reach(scale: Double) throws {
        let picture = try GlassPictures.textured(width: 360, height: 300)
        var container = GlassContainer(pieces: [GlassPictures.badge("a", x: 130, y: 100)])
        container.material.scale = scale
        let drawn = try GlassPictures.drawn(container, on: picture)
        let reach = 34 * scale + 7
        let frame = container.pieces[0].frame.inset(by: -reach)
        let changed = GlassPictures.differences(drawn, picture.sampleValues(), width: 360)
        #expect(changed.count > 96 * 96)
        #expect(changed.allSatisfy { frame.contains(ScenePoint(x: Double($0.x), y: Double($0.y))) })
        let region = try #require(container.affectedRegion(width: 360, height: 300))
        #expect(changed.allSatisfy { region.columns.contains($0.x) && region.rows.contains($0.y) })
        container.material.shadow = 0
        let close = container.pieces[0].frame.inset(by: -1)
        let withoutShadow = try GlassPictures.drawn(container, on: picture)
        #expect(
            GlassPictures.differences(withoutShadow, picture.sampleValues(), width: 360)
                .allSatisfy { close.contains(ScenePoint(x: Double($0.x), y: Double($0.y))) })
    }

    @Test("pieces farther apart than the spacing do not change each other", arguments: [4, 12, 40] as [Double])
    func distance(spacing: Double) throws {
        let picture = try GlassPictures.textured(width: 400, height: 260)
        let gap = spacing + 0.01
        let (left, right) = (GlassPictures.badge("a", x: 60, y: 80), GlassPictures.badge("b", x: 156 + gap, y: 80))
        var both = GlassContainer(pieces: [left, right], spacing: spacing)
        // the shadows of the two pieces add up
        both.material.shadow = 0
        var alone = both
        let drawn = try GlassPictures.drawn(both, on: picture)
        alone.pieces = [left]
        let first = try GlassPictures.drawn(alone, on: picture)
        alone.pieces = [right]
        let second = try GlassPictures.drawn(alone, on: picture)
        let middle = Int(156 + gap / 2)
        for index in drawn.indices {
            let x = index / 4 % 400
            let expected = x < middle ? first[index] : second[index]
            #expect(drawn[index] == expected || x == middle, "x = \(x)")
        }
    }

    @Test("pieces in far corners of a canvas are the same as alone, with their shadows")
    func corners() throws {
        let picture = try GlassPictures.textured(width: 700, height: 260)
        let (left, right) = (GlassPictures.badge("a", x: 40, y: 40), GlassPictures.badge("b", x: 560, y: 120))
        let both = try GlassPictures.drawn(GlassContainer(pieces: [left, right]), on: picture)
        let first = try GlassPictures.drawn(GlassContainer(pieces: [left]), on: picture)
        let second = try GlassPictures.drawn(GlassContainer(pieces: [right]), on: picture)
        let original = picture.sampleValues()
        for index in both.indices {
            let expected = first[index] != original[index] ? first[index] : second[index]
            #expect(both[index] == expected)
        }
    }

    @Test("without spacing, the outline is the union of the pieces")
    func union() throws {
        let plan = GlassPlan(GlassContainer(pieces: pieces, spacing: 0), width: 360, height: 280)
        try expectField(plan) { distances in distances.min() ?? 0 }
    }

    @Test("with spacing, the field is that of the formula for all pairs")
    func formula() throws {
        let container = GlassContainer(pieces: Array(pieces.prefix(2)), spacing: 30)
        let plan = GlassPlan(container, width: 360, height: 280)
        let shapes = container.pieces.map { ShapeDistance($0.shape, in: $0.frame) }
        func gradient(_ shape: ShapeDistance, _ p: ScenePoint) -> ScenePoint {
            let (dx, dy) = (ScenePoint(x: 1e-4, y: 0), ScenePoint(x: 0, y: 1e-4))
            return ScenePoint(
                x: (shape.distance(to: p + dx) - shape.distance(to: p - dx)) / 2e-4,
                y: (shape.distance(to: p + dy) - shape.distance(to: p - dy)) / 2e-4)
        }
        try expectField(plan, tolerance: 0.05) { distances, point in
            let (a, b) = (distances[0], distances[1])
            let k = 27 * ((1 - gradient(shapes[0], point).dot(gradient(shapes[1], point))) / 2).squareRoot()
            let overlap = max(k - abs(a - b), 0)
            return min(a, b) - (k > 1e-9 ? overlap * overlap / (4 * k) : 0)
        }
    }

    private func expectField(_ plan: GlassPlan, _ expected: ([Double]) -> Double) throws {
        try expectField(plan, tolerance: 0.002) { distances, _ in expected(distances) }
    }

    /// Compares the field near outlines with a formula of the distances from all pieces.
    private func expectField(
        _ plan: GlassPlan, tolerance: Double, _ expected: ([Double], ScenePoint) -> Double
    ) throws {
        let group = try #require(plan.groups.first)
        #expect(plan.groups.count == 1)
        let cells = GlassCells(group, plan, in: PixelRegion(x: 0, y: 0, width: 360, height: 280))
        let (field, scratch) = (try GlassField(plan), try GlassScratch(itemCount: cells.greatestItemCount))
        var (count, failures) = (0, 0)
        for cell in cells.cells {
            field.compute(cell, of: group.items, isMixed: false, scratch)
            for index in stride(from: 0, to: DistanceTile.side * DistanceTile.side, by: 5) {
                let point = ScenePoint(
                    x: cell.origin.x + Double(index % DistanceTile.side),
                    y: cell.origin.y + Double(index / DistanceTile.side))
                let value = expected(group.items.map { $0.distance.distance(to: point) }, point)
                guard value < 1, value > -60 else { continue }
                count += 1
                if abs(Double(unsafe field.values[index]) - value) > tolerance { failures += 1 }
            }
        }
        // gradients by differences are wrong where the nearest side changes
        #expect(count > 3000 && Double(failures) < (tolerance > 0.01 ? 0.02 : 0) * Double(count) + 1)
    }
}
