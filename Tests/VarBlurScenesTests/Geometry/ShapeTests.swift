import Foundation
import Testing
import VarBlurScenes

@Suite("Shapes")
struct ShapeTests {
    private let frame = SceneRectangle(x: 20, y: 10, width: 120, height: 80)

    private func contour(_ shape: SceneShape, in frame: SceneRectangle) throws -> [ScenePoint] {
        try #require(shape.path(in: frame).flattened(tolerance: 0.0005).first).points
    }

    @Test(
        "fill their frames",
        arguments: [
            (.rectangle, 20, 10, 120, 80), (.rectangle(cornerRadius: 30), 20, 10, 120, 80), (.capsule, 20, 10, 120, 80),
            (.circle, 40, 10, 80, 80), (.ellipse, 20, 10, 120, 80), (.hexagonBadge, 46.72, 10, 66.56, 80),
            (.regularPolygon(sides: 4), 20, 10, 120, 80),
        ] as [(SceneShape, Double, Double, Double, Double)])
    func bounds(shape: SceneShape, x: Double, y: Double, width: Double, height: Double) throws {
        let points = try contour(shape, in: frame)
        #expect(abs((points.map(\.x).min() ?? 0) - x) < 0.03)
        #expect(abs((points.map(\.x).max() ?? 0) - x - width) < 0.03)
        // the top of the hexagon is the middle of a curve whose ends are 5 % of the height lower
        let rounding = shape == .hexagonBadge ? 80 * 0.025 : 0
        #expect(abs((points.map(\.y).min() ?? 0) - y - rounding) < 0.03)
        #expect(abs((points.map(\.y).max() ?? 0) - y - height + rounding) < 0.03)
    }

    @Test("without an area are empty")
    func empty() {
        let shapes: [SceneShape] = [.rectangle, .capsule, .circle, .ellipse, .hexagonBadge]
        let frames = [
            SceneRectangle(x: 0, y: 0, width: 0, height: 5), SceneRectangle(x: 0, y: 0, width: -2, height: 5),
            SceneRectangle(x: .nan, y: 0, width: 2, height: 5), SceneRectangle(x: 0, y: 0, width: .infinity, height: 5),
        ]
        for shape in shapes {
            for frame in frames {
                #expect(shape.path(in: frame).isEmpty)
                #expect(shape.signedDistance(to: .zero, in: frame) == .infinity)
            }
        }
        #expect(SceneShape.polygon(points: [.zero, ScenePoint(x: 1, y: 1)]).path(in: frame).isEmpty)
    }

    @Test("with circular corners lie on their circles, whose radius is limited")
    func circularCorners() throws {
        for radius in [10, 25, 40, 1000] as [Double] {
            let effective = min(radius, 40)
            let center = ScenePoint(x: 140 - effective, y: 10 + effective)
            for point in try contour(.rectangle(cornerRadius: radius, style: .circular), in: frame)
            where point.x > center.x && point.y < center.y {
                #expect(abs(point.distance(to: center) - effective) < 0.0003 * effective)
            }
        }
        let capsule = try contour(.capsule, in: frame)
        #expect(try capsule == contour(.rectangle(cornerRadius: 40, style: .circular), in: frame))
        #expect(try contour(.rectangle(cornerRadius: -3), in: frame).count == 4)
    }

    /// The curvatures along the top right corner, by differences of directions between points of equal distance.
    private func curvatures(of points: [ScenePoint]) -> [Double] {
        zip(points, zip(points.dropFirst(), points.dropFirst(2))).map { a, rest in
            let (b, c) = rest
            let (u, v) = ((b.x - a.x, b.y - a.y), (c.x - b.x, c.y - b.y))
            let turn = atan2(u.0 * v.1 - u.1 * v.0, u.0 * v.0 + u.1 * v.1)
            return turn / ((hypot(u.0, u.1) + hypot(v.0, v.1)) / 2)
        }
    }

    @Test("with continuous corners have a curvature that rises from 0 to that of the arc without a step")
    func continuousCorners() throws {
        var path = ScenePath()
        path.roundedRectangle(
            in: SceneRectangle(x: 0, y: 0, width: 400, height: 400), cornerRadius: 100, style: .continuous)
        // the first corner: a line to it, a curve, the arc, and a curve
        var (corner, start) = (ScenePath(), ScenePoint.zero)
        for element in path.elements[1...4] {
            if case .cubic(let end, let control1, let control2) = element {
                corner.move(to: start)
                corner.cubic(to: end, control1: control1, control2: control2)
            }
            start = element.end ?? start
        }
        let pieces = corner.flattened(tolerance: 0.0002).map { curvatures(of: $0.points) }
        #expect(pieces.count == 3)
        let (entry, arc, exit) = (pieces[0], pieces[1], pieces[2])
        #expect(arc.allSatisfy { abs($0 - 0.01) < 0.0002 })
        #expect(abs(entry.first ?? 1) < 0.0005 && abs((entry.last ?? 0) - 0.01) < 0.0005)
        #expect(abs(exit.last ?? 1) < 0.0005 && abs((exit.first ?? 0) - 0.01) < 0.0005)
        #expect(entry.allSatisfy { $0 < 0.0122 })
        #expect(zip(entry, entry.dropFirst()).allSatisfy { abs($1 - $0) < 0.001 })
    }

    @Test("with continuous corners have the length of corners that the sides leave, down to a capsule's")
    func shortSides() throws {
        for width in [80, 90, 100, 120, 200] as [Double] {
            let frame = SceneRectangle(x: 0, y: 0, width: width, height: 80)
            let shape = SceneShape.rectangle(cornerRadius: 40)
            guard case .move(let start) = try #require(shape.path(in: frame).elements.first) else { return }
            #expect(abs(start.x - min(width / 2, 40 * 1.4833)) < 0.01)
            let points = try contour(shape, in: frame)
            #expect(points.allSatisfy { $0.x > -1e-9 && $0.x < width + 1e-9 && $0.y > -1e-9 && $0.y < 80 + 1e-9 })
            if width == 80 {
                #expect(points.allSatisfy { abs($0.distance(to: ScenePoint(x: 40, y: 40)) - 40) < 0.012 })
            }
        }
    }

    @Test("of the badge have the points of the table")
    func hexagon() throws {
        let a = 0.085
        let table: [(line: (Double, Double), curve: (Double, Double), control: (Double, Double))] = [
            ((0.60, 0.05), (0.40, 0.05), (0.50, 0.00)), ((0.05, 0.20 + a), (0.00, 0.30 + a), (0.00, 0.25 + a)),
            ((0.00, 0.70 - a), (0.05, 0.80 - a), (0.00, 0.75 - a)), ((0.40, 0.95), (0.60, 0.95), (0.50, 1.00)),
            ((0.95, 0.80 - a), (1.00, 0.70 - a), (1.00, 0.75 - a)),
            ((1.00, 0.30 + a), (0.95, 0.20 + a), (1.00, 0.25 + a)),
        ]
        // a frame of 300×100 leaves a square of 100×100, of which the badge takes 83.2 % of the width
        func place(_ p: (Double, Double)) -> ScenePoint { ScenePoint(x: 108.4 + 83.2 * p.0, y: 100 * p.1) }
        func isClose(_ p: ScenePoint?, _ q: ScenePoint) -> Bool { p.map { $0.distance(to: q) < 1e-9 } ?? false }
        let elements = SceneShape.hexagonBadge.path(in: SceneRectangle(x: 0, y: 0, width: 300, height: 100)).elements
        #expect(elements.count == 14 && elements.last == .close)
        #expect(isClose(elements.first?.end, place((0.95, 0.20 + a))))
        for (index, row) in table.enumerated() {
            #expect(isClose(elements[1 + 2 * index].end, place(row.line)))
            guard case .quad(let end, let control) = elements[2 + 2 * index] else {
                Issue.record("element \(2 + 2 * index) is not a curve")
                continue
            }
            #expect(isClose(end, place(row.curve)) && isClose(control, place(row.control)))
        }
    }

    @Test("are the same after encoding and decoding")
    func coding() throws {
        let shapes: [SceneShape] = [
            .rectangle(cornerRadius: 3, style: .circular), .capsule, .circle, .ellipse, .hexagonBadge,
            .regularPolygon(sides: 5), .path(outline: try SVGPath("M0 0H1V1Z")),
        ]
        #expect(try JSONDecoder().decode([SceneShape].self, from: JSONEncoder().encode(shapes)) == shapes)
    }
}
