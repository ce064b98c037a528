internal import VarBlur

extension SceneColor: SceneTextValue {
    static let format: String? = "color"

    static let expectation = "a CSS color such as white, #102030, #10203080, or rgb(16 32 48 / 50%)"

    /// Creates a color from its CSS text: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, or `hsl(…)`.
    ///
    /// - Parameter css: the text; `nil` is returned if it is not a color.
    public init?(css: String) {
        guard css.utf8.count <= 128 else { return nil }
        let text = css.lowercased()
        if text.first == "#" {
            self.init(hexadecimal: text.dropFirst())
        } else if let (name, arguments) = Self.function(text) {
            self.init(function: name, arguments)
        } else if text == "transparent" {
            self = .clear
        } else {
            guard let value = NamedColors.value(of: text) else { return nil }
            self.init(rgb: value)
        }
    }

    init?(sceneText text: String) { self.init(css: text) }

    /// The color as `#rrggbb`, with two digits more unless it is opaque, or as `rgb(…)` if it is none of the 8-bit colors.
    public var css: String {
        let bytes = [red, green, blue, opacity].map { $0 * 255 }
        let isExact = bytes.allSatisfy { abs($0 - $0.rounded()) < 5e-7 }
        guard isExact else {
            func text(_ value: Double) -> String { SceneText.number(Self.rounded(value)) }
            return "rgb(\(text(bytes[0])) \(text(bytes[1])) \(text(bytes[2])) / \(text(opacity)))"
        }
        let digits = bytes.map { byte in
            let digits = String(Int(byte.rounded()), radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }
        return "#" + digits.prefix(opacity == 1 ? 3 : 4).joined()
    }

    var sceneText: String { css }

    private init(rgb: UInt32) {
        self.init(
            red: Double(rgb >> 16) / 255, green: Double(rgb >> 8 & 255) / 255, blue: Double(rgb & 255) / 255)
    }

    private init?(hexadecimal digits: Substring) {
        guard digits.utf8.count == digits.count, let value = UInt32(digits, radix: 16), digits.first != "+" else {
            return nil
        }
        let (isShort, count) = (digits.count <= 4, digits.count)
        guard [3, 4, 6, 8].contains(count) else { return nil }
        let components = isShort ? count : count / 2
        func component(_ index: Int) -> Double {
            let shift = UInt32(components - 1 - index) * (isShort ? 4 : 8)
            let byte = value >> shift & (isShort ? 15 : 255)
            return Double(isShort ? byte * 17 : byte) / 255
        }
        self.init(
            red: component(0), green: component(1), blue: component(2), opacity: components == 4 ? component(3) : 1)
    }

    /// The name and the arguments of a function, which spaces, commas, and a slash separate.
    private static func function(_ text: String) -> (name: Substring, arguments: [Substring])? {
        guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
        let inner = text[text.index(after: open)...].dropLast()
        return (text[..<open], inner.split { $0 == " " || $0 == "," || $0 == "/" })
    }

    private init?(function name: Substring, _ arguments: [Substring]) {
        guard arguments.count == 3 || arguments.count == 4 else { return nil }
        var opacity = 1.0
        if arguments.count == 4 {
            guard let value = Self.number(arguments[3], percentOf: 1) else { return nil }
            opacity = value
        }
        switch name {
        case "rgb", "rgba":
            let values = arguments.prefix(3).compactMap { Self.number($0, percentOf: 255) }
            guard values.count == 3 else { return nil }
            let bytes = values.map { Self.rounded($0) }
            self.init(
                red: bytes[0] / 255, green: bytes[1] / 255, blue: bytes[2] / 255, opacity: Self.rounded(opacity))
        case "hsl", "hsla":
            let degrees = arguments[0].hasSuffix("deg") ? arguments[0].dropLast(3) : arguments[0]
            guard let hue = Self.number(degrees, percentOf: nil), abs(hue) < 1e9,
                let saturation = Self.number(arguments[1], percentOf: 1),
                let lightness = Self.number(arguments[2], percentOf: 1)
            else { return nil }
            self.init(hue: hue, saturation: saturation, lightness: lightness, opacity: opacity)
        default: return nil
        }
    }

    /// A number with six decimals, as texts have it, so that a color and its text are the same.
    private static func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }

    private static func number(_ text: Substring, percentOf whole: Double?) -> Double? {
        let isPercentage = text.last == "%"
        guard let number = Double(isPercentage ? text.dropLast() : text), number.isFinite else { return nil }
        if !isPercentage { return number }
        return whole.map { number / 100 * $0 }
    }

    /// Source: CSS Color Module Level 4, section 7.
    private init(hue: Double, saturation: Double, lightness: Double, opacity: Double) {
        func component(_ offset: Double) -> Double {
            let position = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let k = position < 0 ? position + 12 : position
            return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
        }
        func rounded(_ offset: Double) -> Double { Self.rounded(component(offset) * 255) / 255 }
        self.init(red: rounded(0), green: rounded(8), blue: rounded(4), opacity: Self.rounded(opacity))
    }
}
