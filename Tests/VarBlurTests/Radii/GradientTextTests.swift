import TestSupport
import Testing

@testable import VarBlur

@Suite("Texts of gradients")
struct GradientTextTests {
    @Test("are parsed as documented")
    func documented() throws {
        func stop(_ radius: Double, _ position: BlurLength? = nil) throws -> RadiusStop {
            try RadiusStop(radius: .pixels(radius), position: position)
        }
        #expect(
            try BlurGradient("linear-blur(to bottom, 0px 0%, 0px 50%, 24px 100%)")
                == BlurGradient(stops: [stop(0, nil), stop(0, .percent(50)), stop(24, nil)]))
        #expect(
            try BlurGradient("radial-blur(circle at 50% 40%, 0px 20%, 3% 70%)")
                == BlurGradient(
                    .radial(.circle(.farthestCorner), at: .init(x: .percent(50), y: .percent(40))),
                    stops: [stop(0, .percent(20)), RadiusStop(radius: .percent(3), position: .percent(70))]))
        #expect(
            try BlurGradient("linear-blur(.25turn,8px 20% 40%,0)")
                == BlurGradient(.linear(.toRight), stops: [stop(8, .percent(20)), stop(8, .percent(40)), stop(0, nil)]))
        #expect(
            try BlurGradient("radial-blur(0px, 20px)")
                == BlurGradient(.radial(), stops: [stop(0, nil), stop(20, nil)]))
        #expect(try BlurGradient("linear-blur(0, 20px)") == BlurGradient(stops: [stop(0), stop(20)]))
        #expect(
            try BlurGradient("  RADIAL-BLUR( 30px AT Left Bottom ,0 , 2PX )  ".lowercased())
                == BlurGradient(
                    .radial(.circleOfRadius(30), at: .init(x: .zero, y: .percent(100))), stops: [stop(0), stop(2)]))
    }

    @Test(
        "of one meaning have one shortest form",
        arguments: [
            ("linear-blur(to bottom, 0px 0%, 24px 100%)", "linear-blur(0, 24px)"),
            ("linear-blur(180deg,0px,24.0px)", "linear-blur(0, 24px)"),
            ("linear-blur(to top, 5%, 0%)", "linear-blur(0deg, 5%, 0)"),
            ("linear-blur(-90deg, 1px, 2px)", "linear-blur(270deg, 1px, 2px)"),
            ("linear-blur(0.5turn, 1px, 2px)", "linear-blur(1px, 2px)"),
            ("linear-blur(100grad, 1px, 2px)", "linear-blur(90deg, 1px, 2px)"),
            ("linear-blur(to left top, 1e1px, 2px)", "linear-blur(to top left, 10px, 2px)"),
            ("linear-blur(3px, 3px 30%, 4px 30%, 4px)", "linear-blur(3px 0 30%, 4px 30%, 4px)"),
            ("linear-blur(3px 20%, 3px 30%, 3px 40%)", "linear-blur(3px 20% 30%, 3px 40%)"),
            ("linear-blur(3px, 3px, 3px)", "linear-blur(3px, 3px, 3px)"),
            ("radial-blur(ellipse farthest-corner at center, 0px, 1px)", "radial-blur(0, 1px)"),
            ("radial-blur(at center, 0px, 1px)", "radial-blur(0, 1px)"),
            ("radial-blur(closest-side circle, 0px, 1px)", "radial-blur(circle closest-side, 0, 1px)"),
            ("radial-blur(circle 40px, 0px, 1px)", "radial-blur(circle 40px, 0, 1px)"),
            ("radial-blur(circle 40px at left, 0px, 1px)", "radial-blur(40px at 0, 0, 1px)"),
            ("radial-blur(10% 40px at top, 0px, 1px)", "radial-blur(10% 40px at top, 0, 1px)"),
            ("radial-blur(ellipse 10% 0px, 0px, 1px)", "radial-blur(ellipse 10% 0, 0, 1px)"),
            ("radial-blur(at bottom 50%, 0px, 1px)", ""),
            ("linear-blur(20px, 30%, 0px)", "linear-blur(20px, 30%, 0)"),
            ("linear-blur(5%,-0%,2px 40% 60%,70.0%,9%)", "linear-blur(5%, 0%, 2px 40% 60%, 70%, 9%)"),
            ("linear-blur(2px, 3% auto, 4px auto, 5%, 6px auto)", "linear-blur(2px, 3% auto, 4px, 5%, 6px)"),
            ("linear-blur(2px, 2px 30%, 40%, 2px 50%)", "linear-blur(2px 0 30%, 40%, 2px 50%)"),
            ("linear-blur(2px, 20%, 2px 30%, 2px 50%)", "linear-blur(2px, 20%, 2px 30% 50%)"),
            ("radial-blur(3% auto, 40%, 2px)", "radial-blur(3%, 40%, 2px)"),
            ("radial-blur(at bottom center, 0px, 1px)", "radial-blur(at bottom, 0, 1px)"),
            ("\r\nlinear-blur(\n\t1px\n20%,\u{C}\r\n0px\n)\n", "linear-blur(1px 20%, 0)"),
            ("radial-blur(at right 30px, 0px, 1px)", "radial-blur(at 100% 30px, 0, 1px)"),
        ])
    func shortest(text: String, expected: String) throws {
        if expected.isEmpty {
            #expect(throws: BlurTextError.self) { try BlurGradient(text) }
            return
        }
        let gradient = try BlurGradient(text)
        #expect(gradient.description == expected)
        #expect(try BlurGradient(expected) == gradient)
    }

    @Test(
        "with a mistake are rejected at its position",
        arguments: [
            ("", "a ramp begins with", 0), ("linear-gradient(0px, 1px)", "a ramp begins with", 0),
            ("linear-blur 0px", "an opening parenthesis", 11),
            ("linear-blur()", "a stop is missing", 12), ("linear-blur(1px)", "at least two stops", 15),
            ("linear-blur(1px, )", "a stop is missing", 17), ("linear-blur(1px, 2px", "closing parenthesis", 20),
            ("linear-blur(1px, 2px) x", "nothing may follow", 22), ("linear-blur(1px 2px)", "at least two stops", 19),
            ("linear-blur(30, 2px)", "a radius needs a unit", 12),
            ("linear-blur(0deg 2px, 3px)", "a comma must follow", 17),
            ("linear-blur(1px, 0deg)", "not in deg", 17), ("linear-blur(to side, 1px, 2px)", "'to' is followed", 15),
            ("linear-blur(to top bottom, 1px, 2px)", "'to' is followed", 15),
            ("linear-blur(top, 1px, 2px)", "a direction is an angle", 12),
            ("linear-blur(1px 20, 2px)", "a position needs a unit", 16), ("linear-blur(1em, 2px)", "not in em", 12),
            ("linear-blur(-1px, 2px)", "0 or more", 12), ("linear-blur(1px, 2px 1% 2% 3%)", "two positions", 27),
            ("linear-blur(1.px, 2px)", "a digit", 14), ("linear-blur(1px20%, 2px)", "a space, a comma", 17),
            ("linear-blur(20%40%, 2px)", "a space, a comma", 15), ("linear-blur(1e99px, 2px)", "between", 12),
            ("linear-blur(1px, 2px; 3px)", "a space, a comma", 20),
            ("linear-blur(\u{e9}px, 2px)", "a stop is missing", 12),
            ("radial-blur(circle 4%, 1px, 2px)", "in px", 19),
            ("radial-blur(circle 4px 5px, 1px, 2px)", "one size", 23),
            ("radial-blur(ellipse 4px, 1px, 2px)", "two sizes", 20),
            ("radial-blur(circle circle, 1px, 2px)", "only one shape", 19),
            ("radial-blur(square, 1px, 2px)", "'square' is not known", 12),
            ("radial-blur(closest-side 4px, 1px, 2px)", "only one size", 25),
            ("radial-blur(at, 1px, 2px)", "a position is missing", 14),
            ("radial-blur(at 20px left, 1px, 2px)", "horizontal, then vertical", 20),
            ("radial-blur(at top 20px, 1px, 2px)", "horizontal, then vertical", 15),
            ("radial-blur(at 1px 2px 3px, 1px, 2px)", "a comma must follow", 23),
            ("radial-blur(at up, 1px, 2px)", "a position is given", 15),
            ("radial-blur(circle -1px, 1px, 2px)", "0 or more", 19),
            ("linear-blur(1px, 20%, 30%, 2px)", "there is one already", 22),
            ("linear-blur(1px, 2% even, 2px)", "or is auto", 20),
            ("linear-blur(1px, 2px 30% auto, 2px)", "a comma or a closing", 25),
            ("linear-blur(1px, 30%,)", "a stop is missing", 21),
        ] as [(String, String, Int)])
    func mistakes(text: String, message: String, offset: Int) {
        let error = #expect(throws: BlurTextError.self) { try BlurGradient(text) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.offset == offset)
        #expect(error?.description.hasSuffix("(at character \(offset + 1))") == true)
        #expect(error?.excerpt.caret == String(repeating: " ", count: offset) + "^")
    }

    @Test("long texts are shown around the mistake")
    func excerpt() {
        let text = "linear-blur(" + String(repeating: "1px, ", count: 100) + "oops)"
        let error = #expect(throws: BlurTextError.self) { try BlurGradient(text) }
        #expect(error?.offset == 512)
        #expect(error?.excerpt.text.hasSuffix("1px, oops)") == true && error?.excerpt.caret.count == 37)
    }

    @Test("of random gradients are parsed to the same gradient")
    func roundTrip() throws {
        var random = SplitMix64(seed: 17)
        func number(_ range: ClosedRange<Double>) -> Double {
            let value = Double.random(in: range, using: &random)
            return Bool.random(using: &random) ? value.rounded() : value
        }
        func length(_ range: ClosedRange<Double>) -> BlurLength {
            Bool.random(using: &random) ? .pixels(number(range)) : .percent(number(range))
        }
        for _ in 0..<400 {
            let count = Int.random(in: 2...6, using: &random)
            let stops = try (0..<count).map { index in
                let radius = number(0...3).rounded()
                return try RadiusStop(
                    radius: Int.random(in: 0..<4, using: &random) == 0 ? .percent(radius) : .pixels(radius),
                    position: Bool.random(using: &random) ? length(-20...120) : nil,
                    midpoint: index < count - 1 && Bool.random(using: &random) ? number(-20...120) : nil)
            }
            let directions: [BlurGradient.Direction] = [
                .degrees(number(-1000...1000)), .corner(.bottomLeft), .toBottom, .toLeft,
            ]
            let shapes: [BlurGradient.EndingShape] = [
                .circle(.farthestSide), .ellipse(.closestCorner), .circleOfRadius(number(0...50)),
                .ellipseOfRadii(length(0...90), length(0...90)),
            ]
            let centers: [BlurGradient.Position] = [
                .center, .init(x: .percent(50), y: .zero), .init(x: length(-9...120), y: length(-9...120)),
            ]
            let radial = BlurGradient.Shape.radial(
                shapes.randomElement(using: &random) ?? .circle(.closestSide),
                at: centers.randomElement(using: &random) ?? .center)
            for shape in [.linear(directions.randomElement(using: &random) ?? .toTop), radial] {
                let gradient = try BlurGradient(shape, stops: stops)
                #expect(try BlurGradient(gradient.description) == gradient, "\(gradient)")
            }
        }
    }

    @Test("of easings are parsed to the same easing")
    func easings() throws {
        for name in Easing.names { #expect(try Easing(name).description == name) }
        let curve = try Easing("cubic-bezier(0.1, -2, .3 , 1e0)")
        #expect(curve == .cubicBezier(x1: 0.1, y1: -2, x2: 0.3, y2: 1))
        #expect(curve.description == "cubic-bezier(0.1, -2, 0.3, 1)")
        #expect(try Easing("cubic-bezier(0.25, 0.1, 0.25, 1)").description == "ease")
        for (text, offset) in [
            ("easy", 0), ("ease in", 4), ("cubic-bezier", 12), ("cubic-bezier(1, 2, 3, 4)", 19),
            ("cubic-bezier(1, 2, 1)", 20), ("cubic-bezier(1px, 2, 1, 1)", 13), ("linear ", 6),
        ] {
            let error = #expect(throws: BlurTextError.self) { try Easing(text) }
            #expect(error?.offset == offset, "\(text)")
        }
    }
}
