/// A color of CSS, in sRGB with opacity: all components are 0 to 1.
package struct CSSColor: Sendable, Hashable {
    package let red: Double
    package let green: Double
    package let blue: Double
    package let opacity: Double

    private init(_ red: Double, _ green: Double, _ blue: Double, opacity: Double = 1) {
        func limited(_ value: Double) -> Double { min(max(value, 0), 1) }
        (self.red, self.green, self.blue) = (limited(red), limited(green), limited(blue))
        self.opacity = limited(opacity)
    }

    /// Creates a color from its text: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, or `hsl(…)`.
    ///
    /// - Parameter text: the text; `nil` is returned if it is not a color.
    package init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let text = text.lowercased()
        if text.first == "#" {
            self.init(hexadecimal: text.dropFirst())
        } else if let (name, arguments) = Self.function(text) {
            self.init(function: name, arguments)
        } else if text == "transparent" {
            self.init(0, 0, 0, opacity: 0)
        } else {
            guard let value = NamedColors.value(of: text) else { return nil }
            self.init(Double(value >> 16) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255)
        }
    }

    /// The names of all named colors.
    package static var names: [String] { NamedColors.names }

    /// The color without its opacity, rounded to 8 bits.
    package var rgb: RGBColor {
        func byte(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }
        return RGBColor(red: byte(red), green: byte(green), blue: byte(blue))
    }

    private init?(hexadecimal digits: Substring) {
        guard digits.utf8.count == digits.count, digits.first != "+", digits.first != "-",
            let value = UInt32(digits, radix: 16)
        else { return nil }
        let (isShort, count) = (digits.count <= 4, digits.count)
        guard [3, 4, 6, 8].contains(count) else { return nil }
        let components = isShort ? count : count / 2
        func component(_ index: Int) -> Double {
            let shift = UInt32(components - 1 - index) * (isShort ? 4 : 8)
            let byte = value >> shift & (isShort ? 15 : 255)
            return Double(isShort ? byte * 17 : byte) / 255
        }
        self.init(component(0), component(1), component(2), opacity: components == 4 ? component(3) : 1)
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
            self.init(bytes[0] / 255, bytes[1] / 255, bytes[2] / 255, opacity: Self.rounded(opacity))
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
    package static func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }

    private static func number(_ text: Substring, percentOf whole: Double?) -> Double? {
        let isPercentage = text.last == "%"
        guard let number = DecimalNumber.value(isPercentage ? text.dropLast() : text) else { return nil }
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
        self.init(rounded(0), rounded(8), rounded(4), opacity: Self.rounded(opacity))
    }
}
