import Foundation
import Testing
import VarBlurScenes

@Suite("Paths")
struct PathTests {
    private func point(_ x: Double, _ y: Double) -> ScenePoint { ScenePoint(x: x, y: y) }

    @Test("begin a contour wherever there is no current point")
    func implicitMoves() {
        var path = ScenePath()
        path.line(to: point(1, 2))
        path.line(to: point(3, 4))
        path.close()
        path.close()
        path.line(to: point(5, 6))
        #expect(
            path.elements == [
                .move(to: point(1, 2)), .line(to: point(3, 4)), .close, .move(to: point(1, 2)), .line(to: point(5, 6)),
            ])
        #expect(path.currentPoint == point(5, 6))
        var curve = ScenePath()
        curve.quad(to: point(2, 2), control: point(1, 1))
        #expect(curve.elements.first == .move(to: point(1, 1)))
    }

    @Test("have bounds that contain their curves, but not all control points")
    func bounds() throws {
        var path = ScenePath()
        #expect(path.bounds == nil)
        path.move(to: point(0, 0))
        path.quad(to: point(10, 0), control: point(5, 10))
        #expect(path.bounds == SceneRectangle(x: 0, y: 0, width: 10, height: 5))
        path.cubic(to: point(20, 0), control1: point(10, -4), control2: point(20, -4))
        let bounds = try #require(path.bounds)
        #expect(abs(bounds.y + 3) < 1e-12 && abs(bounds.maxX - 20) < 1e-12 && abs(bounds.maxY - 5) < 1e-12)
    }

    @Test("of an S-shaped curve have the bounds of many of its points")
    func curveBounds() throws {
        var path = ScenePath()
        path.move(to: point(3, 1))
        path.cubic(to: point(9, 7), control1: point(30, -20), control2: point(-25, 31))
        let points = (0...20_000).map { index -> ScenePoint in
            let t = Double(index) / 20_000
            let u = 1 - t
            func value(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
                a * u * u * u + 3 * b * u * u * t + 3 * c * u * t * t + d * t * t * t
            }
            return point(value(3, 30, -25, 9), value(1, -20, 31, 7))
        }
        let bounds = try #require(path.bounds)
        #expect(abs(bounds.x - (points.map(\.x).min() ?? 0)) < 1e-5)
        #expect(abs(bounds.maxX - (points.map(\.x).max() ?? 0)) < 1e-5)
        #expect(abs(bounds.y - (points.map(\.y).min() ?? 0)) < 1e-5)
        #expect(abs(bounds.maxY - (points.map(\.y).max() ?? 0)) < 1e-5)
    }

    @Test("are flattened within the tolerance", arguments: [1, 0.1, 0.01, 0.001])
    func flattening(tolerance: Double) throws {
        var path = ScenePath()
        path.ellipse(in: SceneRectangle(x: -100, y: -100, width: 200, height: 200))
        let contour = try #require(path.flattened(tolerance: tolerance).first)
        #expect(contour.isClosed)
        var error = 0.0
        for index in contour.points.indices {
            let (a, b) = (contour.points[index], contour.points[(index + 1) % contour.points.count])
            error = max(error, 100 - hypot((a.x + b.x) / 2, (a.y + b.y) / 2))
        }
        // the curves themselves leave the circle by at most 0.03 % of its radius
        #expect(error <= tolerance + 0.03)
        #expect(contour.points.count < Int(60 / tolerance.squareRoot()))
    }

    @Test("with far control points have a limited number of lines")
    func farControlPoints() {
        var path = ScenePath()
        path.move(to: .zero)
        path.cubic(to: point(1, 0), control1: point(1e9, 1e9), control2: point(-1e9, 1e9))
        #expect(path.flattened()[0].points.count <= 2001)
    }

    @Test("are mapped from one rectangle to another one")
    func mapping() {
        let path = SceneShape.circle.path(in: SceneRectangle(x: 0, y: 0, width: 2, height: 2))
        let mapped = path.mapped(
            from: SceneRectangle(x: 0, y: 0, width: 2, height: 2),
            to: SceneRectangle(x: 10, y: 20, width: 40, height: 8))
        #expect(mapped.bounds == SceneRectangle(x: 10, y: 20, width: 40, height: 8))
        #expect(mapped.currentPoint == point(50, 24))
    }

    @Test("are the same after encoding and decoding")
    func coding() throws {
        var path = try SVGPath("M1 2 L3 4 Q 1 2 3 4 C 1 2 3 4 5 6 z l 1 1").path
        let decoded = try JSONDecoder().decode(ScenePath.self, from: JSONEncoder().encode(path))
        #expect(decoded == path)
        path.line(to: point(7, 7))
        #expect(decoded != path)
        let lineFirst = Data(#"[{"line": {"to": {"x": 1, "y": 2}}}]"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ScenePath.self, from: lineFirst) }
    }
}
