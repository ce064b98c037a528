import Foundation
import VarBlurJSON
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Strokes")
struct StrokeTests {
    private func draw(
        _ shape: SceneShape, width: Double, _ style: SceneStroke, _ placement: Placement = .at(20, 20, 40, 30)
    ) throws -> DrawnScene {
        var layer = ShapeLayer()
        (layer.shape, layer.stroke, layer.strokeWidth, layer.strokeStyle) = (shape, .color(.white), width, style)
        return try DrawnScene([SceneLayer(.shape(layer), placement: placement)])
    }

    /// Lines in the coordinates of the canvas.
    private func lines(_ data: String) throws -> SceneShape {
        .path(outline: try SVGPath(data, viewBox: SceneRectangle(x: 0, y: 0, width: 96, height: 72)))
    }

    @Test("leave color emoji without an outline, and draw that of the letters beside them")
    func emoji() throws {
        func draw(_ string: String, stroke: Double) throws -> DrawnScene {
            var text = TextLayer(string, size: 30)
            (text.family, text.strokeWidth) = ("DejaVu Sans, Noto Color Emoji", stroke)
            if stroke > 0 { text.stroke = .color(.white) }
            return try DrawnScene([SceneLayer(.text(text), placement: .at(10, 10, 80, 50))])
        }
        func isEqual(_ string: String) throws -> Bool {
            let (plain, stroked) = (try draw(string, stroke: 0), try draw(string, stroke: 6))
            return (0..<72).allSatisfy { y in (0..<96).allSatisfy { plain.alpha($0, y) == stroked.alpha($0, y) } }
        }
        #expect(try isEqual("\u{1F600}") && isEqual("\u{1F600}\u{1F525}"))
        #expect(try !isEqual("\u{1F600}W") && !isEqual("W"))
    }

    @Test("have the corners of their joins, by default miters", arguments: [nil] + SceneStroke.Join.allCases)
    func joins(join: SceneStroke.Join?) throws {
        let drawn = try draw(.rectangle, width: 12, join.map { SceneStroke(join: $0) } ?? SceneStroke())
        // pixels at the tip of the corner, across the edge of an arc, and inside of a bevel
        let corner = [drawn.alpha(14, 14), drawn.alpha(15, 15), drawn.alpha(17, 17)]
        switch join {
        case nil, .miter: #expect(corner == [255, 255, 255])
        case .round: #expect(corner[0] == 0 && corner[1] > 0 && corner[1] < 255 && corner[2] == 255)
        case .bevel: #expect(corner[0] == 0 && corner[1] == 0 && corner[2] == 255)
        }
        #expect(drawn.alpha(13, 30) == 0 && drawn.alpha(14, 30) == 255 && drawn.alpha(25, 30) == 255)
        #expect(drawn.alpha(26, 30) == 0)
    }

    @Test("have bevels where miters would be longer than four widths")
    func miterLimit() throws {
        // corners of 32° and 26° at the right
        for (half, isMiter) in [(Double.pi * 16 / 180, true), (Double.pi * 13 / 180, false)] {
            let (x, y) = (60 - 40 * cos(half), 40 * sin(half))
            let shape = try lines("M\(x) \(36 - y)L60 36 \(x) \(36 + y)")
            let drawn = try draw(shape, width: 8, SceneStroke(), Placement())
            #expect((drawn.alpha(68, 36) > 200) == isMiter)
            #expect(drawn.alpha(59, 36) == 255)
        }
    }

    @Test("have miters in all directions")
    func diamond() throws {
        let drawn = try draw(try lines("M48 16L68 36 48 56 28 36Z"), width: 8, SceneStroke(), Placement())
        // the tips are 5.7 pixels beyond the corners
        for (x, y) in [(48, 12), (48, 59), (24, 36), (71, 36)] { #expect(drawn.alpha(x, y) == 255, "\(x) \(y)") }
        for (x, y) in [(48, 9), (48, 62), (21, 36), (74, 36)] { #expect(drawn.alpha(x, y) == 0, "\(x) \(y)") }
    }

    @Test("end as their caps say", arguments: SceneStroke.Cap.allCases)
    func caps(cap: SceneStroke.Cap) throws {
        let drawn = try draw(try lines("M30 36H60"), width: 12, SceneStroke(cap: cap), Placement())
        let ends = [drawn.alpha(59, 36), drawn.alpha(60, 31), drawn.alpha(65, 36), drawn.alpha(65, 31)]
        switch cap {
        case .butt: #expect(ends == [255, 0, 0, 0])
        case .round: #expect(ends[0] == 255 && ends[1] > 200 && ends[2] > 200 && ends[3] == 0)
        case .square: #expect(ends == [255, 255, 255, 255])
        }
        #expect(drawn.alpha(66, 36) == 0)
    }

    @Test("have dashes, which begin at an offset and are repeated")
    func dashes() throws {
        func row(_ style: SceneStroke) throws -> String {
            let drawn = try draw(try lines("M10 36H50"), width: 4, style, Placement())
            return (10..<50).map { drawn.alpha($0, 36) == 255 ? "x" : drawn.alpha($0, 36) == 0 ? "." : "?" }.joined()
        }
        #expect(try row(SceneStroke(dash: [6, 4])) == String(repeating: "xxxxxx....", count: 4))
        #expect(
            try row(SceneStroke(dash: [6, 4], dashOffset: 8)) == ".." + String(repeating: "xxxxxx....", count: 3)
                + "xxxxxx..")
        #expect(
            try row(SceneStroke(dash: [6, 4], dashOffset: -2)) == ".." + String(repeating: "xxxxxx....", count: 3)
                + "xxxxxx..")
        #expect(try row(SceneStroke(dash: [5])) == String(repeating: "xxxxx.....", count: 4))
        #expect(try row(SceneStroke(dash: [3, 1, 2])) == "xxx.xx...x..xxx.xx...x..xxx.xx...x..xxx.")
        #expect(try row(SceneStroke()) == String(repeating: "x", count: 40))
    }

    @Test("with invalid or too many dashes are refused")
    func limits() throws {
        for (dash, code) in [
            ([-1, 2], SceneError.Code.invalidScene), ([0, 0], .invalidScene), ([.nan], .invalidScene),
            ([0.0001, 0.0002], .overLimit),
        ] {
            let error = #expect(throws: SceneError.self) { try draw(.circle, width: 2, SceneStroke(dash: dash)) }
            #expect(error?.code == code && error?.problems.first?.message.hasPrefix("strokeDash: ") == true, "\(dash)")
        }
        // without a stroke, there are no dashes
        #expect(throws: Never.self) { try draw(.circle, width: 0, SceneStroke(dash: [0.0001])) }
    }

    @Test("are read from JSON, written to it, and change gradually")
    func json() throws {
        let text = """
            {"canvas":{"width":9,"height":9},"layers":[{"type":"shape","shape":"circle","stroke":"red","strokeJoin":"bevel",
            "strokeCap":"round","strokeDash":{"from":[4,2],"to":[8,6]},"strokeDashOffset":{"from":0,"to":-10}}]}
            """
        let animation = try SceneAnimation(text)
        func style(_ scene: Scene) -> SceneStroke? {
            if case .shape(let layer)? = scene.layers.first?.content { layer.strokeStyle } else { nil }
        }
        #expect(style(animation.end) == SceneStroke(join: .bevel, cap: .round, dash: [8, 6], dashOffset: -10))
        #expect(
            style(animation.scene(at: 0.5)) == SceneStroke(join: .bevel, cap: .round, dash: [6, 4], dashOffset: -5))
        #expect(try SceneAnimation(animation.json) == animation)
        let plain = try Scene(#"{"layers":[{"type":"shape","shape":"circle"}]}"#)
        #expect(style(plain) == SceneStroke())
    }

    @Test("of several contours and fills of nonzero winding have no lines between contours")
    func contours() throws {
        let hole = "M0 0H96V72H0ZM24 18V54H72V18Z"
        let stroke = try draw(try lines("M20 20H40V40H20ZM60 20H80V40H60Z"), width: 2, SceneStroke(), Placement())
        #expect(stroke.alpha(50, 20) == 0 && stroke.alpha(50, 30) == 0 && stroke.alpha(30, 20) == 255)
        func fill(_ data: String) throws -> DrawnScene {
            try DrawnScene([SceneLayer(.fill(FillLayer(.color(.white), shape: try lines(data))))])
        }
        let ring = try fill(hole)
        #expect(
            (0..<72).allSatisfy { y in
                (0..<96).allSatisfy { x in
                    ring.alpha(x, y) == ((24..<72).contains(x) && (18..<54).contains(y) ? 0 : 255)
                }
            })
        // contours that run in the same direction fill both
        let filled = try fill("M0 0H96V72H0ZM24 18H72V54H24Z")
        #expect(filled.alpha(48, 36) == 255 && filled.alpha(10, 10) == 255)
    }
}
