import Testing

@testable import VarBlurScenes

@Suite("Signed distances")
struct DistanceTests {
    private static let frame = SceneRectangle(x: 30, y: 20, width: 90, height: 64)

    private static let shapes: [SceneShape] = [
        .rectangle, .rectangle(cornerRadius: 20, style: .circular), .rectangle(cornerRadius: 20), .capsule, .circle,
        .ellipse, .hexagonBadge, .regularPolygon(sides: 3),
        .polygon(points: [(0, 0), (1, 0.5), (0, 1), (0.4, 0.5)].map { ScenePoint(x: $0.0, y: $0.1) }),
    ]

    /// The distance from densely sampled points of the outline, with a sign by the angle around which the outline turns.
    private func modeled(_ shape: SceneShape, _ p: ScenePoint) -> Double {
        let points = shape.path(in: Self.frame).flattened(tolerance: 0.001)[0].points
        var (least, turns) = (Double.infinity, 0.0)
        for index in points.indices {
            let (a, b) = (points[index], points[(index + 1) % points.count])
            for step in 0..<200 { least = min(least, p.distance(to: a.interpolated(to: b, Double(step) / 200))) }
            let (u, v) = (a - p, b - p)
            turns += arcTangent(u.cross(v), u.dot(v))
        }
        return abs(turns) > 3 ? -least : least
    }

    private func arcTangent(_ y: Double, _ x: Double) -> Double {
        // the half-angle form needs no function of the C library for small steps
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { return 0 }
        let half = y / (length + x)
        return half.isFinite ? 2 * series(half) : Double.pi
    }

    /// The arc tangent by halving the angle until its series converges quickly.
    private func series(_ t: Double) -> Double {
        var (value, factor) = (t, 1.0)
        while abs(value) > 0.05 {
            value /= 1 + (1 + value * value).squareRoot()
            factor *= 2
        }
        let square = value * value
        return factor * value * (1 - square / 3 + square * square / 5 - square * square * square / 7)
    }

    @Test("are those of densely sampled outlines", arguments: shapes)
    func models(shape: SceneShape) {
        let points: [(Double, Double)] = [
            (75, 52), (31, 21), (30.5, 50), (100, 30), (119, 83), (10, 10), (140, 52), (75, 10), (60, 45), (76, 70),
        ]
        for (x, y) in points {
            let point = ScenePoint(x: x, y: y)
            let distance = shape.signedDistance(to: point, in: Self.frame)
            #expect(abs(distance - modeled(shape, point)) < 0.08, "\(shape) at \(point)")
        }
    }

    @Test("of simple shapes are those of their formulas")
    func formulas() {
        let circle = ShapeDistance(.circle, in: SceneRectangle(x: 0, y: 0, width: 20, height: 20))
        #expect(abs(circle.distance(to: ScenePoint(x: 13, y: 14)) - (5 - 10)) < 1e-12)
        #expect(circle.distance(to: ScenePoint(x: 10, y: 10)) == -10)
        let square = ShapeDistance(.rectangle, in: SceneRectangle(x: 0, y: 0, width: 20, height: 20))
        #expect(
            square.distance(to: ScenePoint(x: 23, y: 24)) == 5 && square.distance(to: ScenePoint(x: 3, y: 10)) == -3)
        let ellipse = ShapeDistance(.ellipse, in: SceneRectangle(x: 0, y: 0, width: 40, height: 20))
        #expect(abs(ellipse.distance(to: ScenePoint(x: 50, y: 10)) - 10) < 0.01)
        #expect(abs(ellipse.distance(to: ScenePoint(x: 20, y: 10)) + 10) < 0.01)
    }

    @Test(
        "of continuous corners differ from those of their curves by at most 0.02 pixels",
        arguments: [
            (60, 60, 30), (60, 60, 29.99), (60, 60, 24), (90, 64, 32), (97, 31, 15), (400, 300, 90), (40, 500, 13),
        ]
            as [(Double, Double, Double)])
    func continuousCorners(width: Double, height: Double, radius: Double) throws {
        let frame = SceneRectangle(x: 7.25, y: 3.5, width: width, height: height)
        let shape = SceneShape.rectangle(cornerRadius: radius)
        let curves = ShapeDistance(shape.path(in: frame))
        let arcs = ShapeDistance(shape, in: frame)
        #expect(arcs.bounds == frame)
        let tile = try DistanceTile()
        for column in 0...12 {
            for row in 0...12 {
                let point = ScenePoint(
                    x: frame.x + frame.width * (Double(column) / 8 - 0.25),
                    y: frame.y + frame.height * (Double(row) / 8 - 0.25))
                // the cubic curve of a quarter of a circle is up to 0.0003 radii outside of it
                let tolerance = 0.02 + 0.0003 * radius
                #expect(abs(arcs.distance(to: point) - curves.distance(to: point)) < tolerance, "\(point)")
            }
        }
        // at the center, where many arcs are equally far, too
        tile.origin = ScenePoint(x: frame.center.x - 15, y: frame.center.y - 15)
        arcs.write(to: tile)
        for index in 0..<DistanceTile.laneCount {
            for scalar in 0..<DistanceTile.laneWidth {
                let point = ScenePoint(
                    x: tile.origin.x + Double(index % DistanceTile.lanesPerRow * DistanceTile.laneWidth + scalar),
                    y: tile.origin.y + Double(index / DistanceTile.lanesPerRow))
                let gradient = unsafe ScenePoint(
                    x: Double(tile.gradientX[index][scalar]), y: Double(tile.gradientY[index][scalar]))
                #expect(abs(unsafe Double(tile.distance[index][scalar]) - arcs.distance(to: point)) < 1e-3, "\(point)")
                #expect(abs(gradient.length - 1) < 1e-3, "\(point)")
            }
        }
    }

    @Test(
        "in tiles are those of single points, with gradients of length 1 that point away from the inside",
        arguments: shapes)
    func tiles(shape: SceneShape) throws {
        let distances = ShapeDistance(shape, in: Self.frame)
        let tile = try DistanceTile()
        for origin in [
            ScenePoint(x: 20, y: 10), ScenePoint(x: 60.5, y: 40.5), ScenePoint(x: 100, y: 70),
            ScenePoint(x: 300, y: -40),
        ] {
            tile.origin = origin
            distances.write(to: tile)
            for index in stride(from: 0, to: DistanceTile.side * DistanceTile.side, by: 7) {
                let (x, y) = (index % DistanceTile.side, index / DistanceTile.side)
                let (lane, scalar) = (index / 8, index % 8)
                let point = ScenePoint(x: origin.x + Double(x), y: origin.y + Double(y))
                let expected = distances.distance(to: point)
                #expect(abs(Double(unsafe tile.distance[lane][scalar]) - expected) < 1e-3, "\(point)")
                let gradient = unsafe ScenePoint(
                    x: Double(tile.gradientX[lane][scalar]), y: Double(tile.gradientY[lane][scalar]))
                guard abs(expected) > 0.01, gradient.length > 0 else { continue }
                #expect(abs(gradient.length - 1) < 1e-3)
                // toward the outline the distance falls at the same rate, unless the point is close to another side
                let near = distances.distance(to: point - gradient * (expected * 0.5))
                #expect(abs(near - expected * 0.5) < 0.02, "\(point)")
            }
        }
    }

    @Test("treat holes as outside, and overlapping contours as one shape")
    func windings() throws {
        let frame = SceneRectangle(x: 0, y: 0, width: 100, height: 100)
        let box = SceneRectangle(x: 0, y: 0, width: 10, height: 10)
        let ring = try SVGPath("M0 0H10V10H0Z M3 3V7H7V3Z", viewBox: box)
        #expect(SceneShape.path(outline: ring).signedDistance(to: ScenePoint(x: 50, y: 50), in: frame) == 20)
        let doubled = try SVGPath("M0 0H10V10H0Z M3 3H7V7H3Z", viewBox: box)
        #expect(SceneShape.path(outline: doubled).signedDistance(to: ScenePoint(x: 50, y: 50), in: frame) == -20)
    }
}
