internal import VarBlur
internal import VarBlurCodecs

extension SceneColor: SceneTextValue {
    static let format: String? = "color"

    static let expectation = "a CSS color such as white, #102030, #10203080, or rgb(16 32 48 / 50%)"

    /// Creates a color from its CSS text: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `hsl(…)`, or `hwb(…)`.
    ///
    /// - Parameter css: the text; `nil` is returned if it is not a color.
    public init?(css: String) {
        guard let color = CSSColor(css) else { return nil }
        self.init(red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
    }

    init?(sceneText text: String) { self.init(css: text) }

    static func hint(for text: String) -> String? { ForeignValue.color(text) }

    /// The color as `#rrggbb`, with two digits more unless it is opaque, or as `rgb(…)` if it is none of the 8-bit colors.
    public var css: String {
        let bytes = [red, green, blue, opacity].map { $0 * 255 }
        let isExact = bytes.allSatisfy { abs($0 - $0.rounded()) < 5e-7 }
        guard isExact else {
            func text(_ value: Double) -> String { SceneText.number(CSSColor.rounded(value)) }
            return "rgb(\(text(bytes[0])) \(text(bytes[1])) \(text(bytes[2])) / \(text(opacity)))"
        }
        return "#" + bytes.prefix(opacity == 1 ? 3 : 4).map { UInt8($0.rounded()) }.hexadecimal
    }

    var sceneText: String { css }
}
