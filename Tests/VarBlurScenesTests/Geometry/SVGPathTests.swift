import Foundation
import Testing
import VarBlurScenes

@Suite("Paths in the notation of SVG")
struct SVGPathTests {
    private func elements(_ text: String) throws -> [ScenePath.Element] { try SVGPath(text).path.elements }

    private func point(_ x: Double, _ y: Double) -> ScenePoint { ScenePoint(x: x, y: y) }

    @Test(
        "mean the same in all notations",
        arguments: [
            ("M1 2L3 4", "m1,2 2,2"), ("M0 0H5V6Z", "M0,0h5v6z"), ("M0 0 1 1 2 2", "M0 0L1 1L2 2"),
            ("M.5.5-1-1", "M 0.5 0.5 L -1 -1"), ("M1e1 2E-1L0 0", "M10 .2L0 0"), (" \n\tM 1. 2 ", "M1 2"),
            ("M0 0C1 1 2 2 3 3S5 5 6 6", "M0 0C1 1 2 2 3 3C4 4 5 5 6 6"), ("M0 0Q1 2 4 0T8 0", "M0 0Q1 2 4 0Q7 -2 8 0"),
            ("M2 2T4 4", "M2 2Q2 2 4 4"), ("M2 2S1 1 4 4", "M2 2C2 2 1 1 4 4"), ("M1 1l1 0zl0 1", "M1 1L2 1ZM1 1L1 2"),
            ("M0 0A1 1 0 0110 0", "M0 0 A 1 1 0 0 1 10 0"), ("M5 5a0 3 0 0 1 2 2", "M5 5L7 7"),
            ("M1 1q1 1 2 0t2 0", "M1 1Q2 2 3 1Q4 0 5 1"), ("M1 1c1 0 1 1 2 1s1 1 2 1", "M1 1C2 1 2 2 3 2C4 2 4 3 5 3"),
        ])
    func notations(text: String, same: String) throws {
        #expect(try elements(text) == elements(same))
    }

    @Test("of arcs lie on their circle", arguments: [(false, false), (false, true), (true, false), (true, true)])
    func arcs(isLarge: Bool, isClockwise: Bool) throws {
        let text = "M 3 4 A 5 5 0 \(isLarge ? 1 : 0) \(isClockwise ? 1 : 0) 4 -3"
        let points = try SVGPath(text).path.flattened(tolerance: 0.001)[0].points
        // both circles of radius 5 through the two points; the center of one is the origin
        let isAroundOrigin = isLarge == isClockwise
        let center = isAroundOrigin ? point(0, 0) : point(7, 1)
        #expect(points.allSatisfy { abs($0.distance(to: center) - 5) < 0.003 })
        #expect(points.first == point(3, 4) && points.last == point(4, -3))
        let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        #expect(abs(length - 5 * Double.pi * (isLarge ? 1.5 : 0.5)) < 0.01)
        let turn = zip(points, points.dropFirst()).reduce(0) { sum, pair in
            sum + (pair.0.x - center.x) * (pair.1.y - center.y) - (pair.0.y - center.y) * (pair.1.x - center.x)
        }
        #expect((turn > 0) == isClockwise)
    }

    @Test("of arcs with too small radii have the smallest possible ones, and rotated ellipses are rotated")
    func unusualArcs() throws {
        let half = try #require(try SVGPath("M0 0A1 1 0 0 1 10 0").path.bounds)
        #expect(abs(half.y + 5) < 0.01 && abs(half.width - 10) < 0.01)
        let ellipse = try SVGPath("M0 0A20 10 90 0 1 20 0A20 10 90 0 1 0 0Z").path.bounds
        #expect(abs((ellipse?.height ?? 0) - 40) < 0.02)
    }

    @Test("of arcs with huge radii have their ends, and are lines or nearly whole turns")
    func hugeArcs() throws {
        for radius in ["1e9", "999999937", "3e8"] {
            for (start, end) in [("10 0", "10.5 0"), ("0 0", "1e-7 1e-7"), ("3 4", "3 4.000001"), ("-1 2", "7 -3")] {
                for clockwise in 0...1 {
                    let arc = "A\(radius) \(radius) 0 0 \(clockwise) \(end)"
                    for before in ["M\(start)", "M0 7C1 1 2 2 \(start)"] {
                        let line = try SVGPath("\(before)L\(end)").path
                        let path = try SVGPath(before + arc).path
                        #expect(path.currentPoint == line.currentPoint && path.elements.count == line.elements.count)
                        #expect(path.elements.dropLast() == line.elements.dropLast(), "\(before)\(arc)")
                        let (bounds, lineBounds) = (try #require(path.bounds), try #require(line.bounds))
                        #expect(abs(bounds.width - lineBounds.width) < 1e-5, "\(before)\(arc): \(bounds)")
                        #expect(abs(bounds.height - lineBounds.height) < 1e-5, "\(before)\(arc): \(bounds)")
                    }
                    let turn = try SVGPath("M\(start)A\(radius) \(radius) 0 1 \(clockwise) \(end)").path.bounds
                    #expect((turn?.width ?? 0) > 5e8 && (turn?.height ?? 0) > 5e8, "\(radius) \(start) \(clockwise)")
                }
            }
        }
    }

    @Test(
        "with mistakes are refused with their position",
        arguments: [
            ("L 1 1", 0, "a path begins with the command M"), ("5 5", 0, "a path begins with the command M"),
            ("M 1", 3, "a number is missing"), ("M 1 1 B 2", 6, "there is no command B"),
            ("M 1 1 L 2 x", 10, "a number is missing"), ("M 1 1 L 2,,3", 10, "a number is missing"),
            ("M,1 1", 1, "a number is missing"), ("M1 1,L2 2", 5, "a number is missing"),
            ("M0 0A1 1 0 2 0 3 3", 11, "have to be 0 or 1"), ("M0 0Z 3 3", 6, "a command has to follow Z"),
            ("M 1e10 0", 2, "between -1000000000 and"), ("M 1 1 C 1 1 2 2 3", 17, "a number is missing"),
            ("M 1 . ", 4, "a number is missing"), ("M 1 1 é", 6, "a number is missing"),
        ])
    func mistakes(text: String, offset: Int, message: String) {
        do throws(PathTextError) {
            _ = try SVGPath(text)
            Issue.record("\(text) was accepted")
        } catch {
            #expect(error.offset == offset && error.message.contains(message), "\(text): \(error)")
        }
    }

    @Test("fill the frame as far as their aspect ratio allows")
    func frames() throws {
        let frame = SceneRectangle(x: 10, y: 10, width: 40, height: 20)
        let square = try SVGPath("M1 1H2V2H1Z")
        #expect(square.path(in: frame).bounds == SceneRectangle(x: 20, y: 10, width: 20, height: 20))
        let boxed = try SVGPath("M1 1H2V2H1Z", viewBox: SceneRectangle(x: 0, y: 0, width: 4, height: 4))
        #expect(boxed.path(in: frame).bounds == SceneRectangle(x: 25, y: 15, width: 5, height: 5))
        for (line, bounds) in [
            ("M0 3L5 3", SceneRectangle(x: 10, y: 20, width: 40, height: 0)),
            ("M7 1V9", SceneRectangle(x: 30, y: 10, width: 0, height: 20)),
        ] { #expect(try SVGPath(line).path(in: frame).bounds == bounds) }
        #expect(try SVGPath("M0 0L0 0").path(in: frame).isEmpty)
        #expect(try SVGPath("").path(in: frame).isEmpty)
    }

    @Test("are the same after encoding and decoding, and mistakes are decoding errors")
    func coding() throws {
        let path = try SVGPath("M1 1H2V2Z", viewBox: SceneRectangle(x: 0, y: 0, width: 4, height: 4))
        let decoded = try JSONDecoder().decode(SVGPath.self, from: JSONEncoder().encode(path))
        #expect(decoded == path && decoded.path == path.path)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SVGPath.self, from: Data(#"{"text": "M1"}"#.utf8))
        }
    }
}
