import Foundation
import TestSupport
import Testing
import VarBlurCodecs

@Suite("Colors of CSS")
struct CSSColorTests {
    @Test(
        "are read in all forms",
        arguments: [
            ("#0f8", 0x00FF88), ("#0f80", 0x00FF88), ("#00FF88", 0x00FF88), ("#00ff8880", 0x00FF88),
            ("rgb(0 255 136)", 0x00FF88), ("rgb(+0 1e2% 136.0)", 0x00FF88), ("hsl(0deg 100% 50%)", 0xFF0000),
            ("rgb(\n\t0,\r\n255 ,\u{C}136 )", 0x00FF88), ("rgb(0\n255\t136\r\n/1)", 0x00FF88), ("black", 0),
            ("HSL(120 100 25)", 0x008000), ("hsl(0 50 50)", 0xBF4040), ("hsl(0 100% 25)", 0x800000),
            ("hsl(120 -10% 50%)", 0x808080), ("hsla(none 100 50 / none)", 0xFF0000), ("hwb(120 none 50)", 0x008000),
        ])
    func colors(text: String, value: Int) throws {
        let color = try #require(CSSColor(text)?.rgb)
        #expect(Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue) == value)
    }

    @Test(
        "are nothing else",
        arguments: [
            "#-00", "#+00", "#-00000", "#+0000000", "#0g0", "#00", "#\u{FF10}00", "rgb(0x10 0x20 0x30)", "rgb(nan 0 0)",
            "rgb(inf 0 0)", "rgb(0 0 0 / 0x1p-1)", "hsl(0x10 100% 50%)", "rgb(1 2)", "rgb(1 2 3 4 5)", "blackish", "",
            "rgb(16 / 32 / 48)", "rgb(16,,32,48)", "rgb(16 32 48 1)", "rgb(10%,20,30%)", "rgb(1. 2 3)", "rgb(1,2,3/1)",
            "rgb(1,2,3,)", "rgb(,1,2,3)", "rgb(1,2 3)", "rgb(1 2 3 /)", "rgb(/ 1 2 3)", "rgb(none,2,3)", "rgb()",
            "hsl(0, 50, 50)", "hsl(0px 50% 50%)", "hsl(10% 50% 50%)", "hsl(1e 50% 50%)", "hsl(deg 50% 50%)",
            "hwb(0, 10%, 20%)", "hsl(0 50deg 50%)", "rgb(1deg 2 3)", "oklch(0.5 0.1 20)", "lab(50% 0 0)", "rgb (1 2 3)",
        ])
    func others(text: String) { #expect(CSSColor(text) == nil) }

    @Test("are colors with any numbers, and with white space around them")
    func extremes() {
        let numbers = ["0", "-0", "-1e300", "1e300", "1e300%", "-1e300%", "1e-300", "50", "none"]
        for (name, first) in [("rgb", "1"), ("hsl", "90"), ("hwb", "none")] {
            for second in numbers {
                for third in numbers {
                    let color = CSSColor("\n \(name)(\(first) \(second)\r\n\(third) / \(third))\t")
                    let values = color.map { [$0.red, $0.green, $0.blue, $0.opacity] }
                    #expect(values?.allSatisfy { (0...1).contains($0) } == true, "\(name) \(second) \(third)")
                }
            }
        }
    }

    @Test("have the values of formulas in all notations")
    func formulas() throws {
        var generator = SplitMix64(seed: 41)
        for _ in 0..<4000 {
            let hue = Double(Int.random(in: -7200...7200, using: &generator)) / 10
            let (a, b) = (Int.random(in: -20...120, using: &generator), Int.random(in: 0...100, using: &generator))
            let isHSL = Bool.random(using: &generator)
            let units: [(Double, String)] = [
                (1, ""), (1, "deg"), (1 / 360.0, "turn"), (Double.pi / 180, "rad"), (1 / 0.9, "grad"),
            ]
            let (factor, unit) = try #require(units.randomElement(using: &generator))
            let angle = "\(hue * factor)\(unit)"
            let percent = ["%", ""].randomElement(using: &generator) ?? ""
            let alpha = ["", " / 0.5", "/ 50%"].randomElement(using: &generator) ?? ""
            var text = "\(isHSL ? "hsl" : "hwb")(\(angle) \(a)\(percent) \(b)%\(alpha))"
            if isHSL, Bool.random(using: &generator) {
                text = "hsla(\(angle), \(a)%,\(b)%\(alpha.isEmpty ? "" : ",50%"))"
            }
            let color = try #require(CSSColor(text), "\(text)")
            let expected = isHSL ? Self.hsl(hue, Double(a) / 100, Double(b) / 100) : Self.hwb(hue, a, b)
            for (value, model) in zip([color.red, color.green, color.blue], expected) {
                #expect(abs(value - model) < 1e-5, "\(text) \(expected)")
            }
            #expect(color.opacity == (alpha.isEmpty ? 1 : 0.5), "\(text)")
        }
    }

    /// The pure color of a hue, by the six parts of its circle.
    private static func pure(_ hue: Double) -> [Double] {
        let turned = (hue / 60 - 6 * (hue / 360).rounded(.down))
        let part = turned - turned.rounded(.down)
        return switch Int(turned) {
        case 0, 6: [1, part, 0]
        case 1: [1 - part, 1, 0]
        case 2: [0, 1, part]
        case 3: [0, 1 - part, 1]
        case 4: [part, 0, 1]
        default: [1, 0, 1 - part]
        }
    }

    private static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double) -> [Double] {
        let chroma = (1 - abs(2 * lightness - 1)) * max(saturation, 0)
        return pure(hue).map { min(max(lightness + ($0 - 0.5) * chroma, 0), 1) }
    }

    private static func hwb(_ hue: Double, _ white: Int, _ black: Int) -> [Double] {
        let (white, black) = (Double(min(max(white, 0), 100)) / 100, Double(black) / 100)
        if white + black >= 1 { return [Double](repeating: white / (white + black), count: 3) }
        return pure(hue).map { $0 * (1 - white - black) + white }
    }
}
