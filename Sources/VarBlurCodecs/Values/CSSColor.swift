internal import VarBlur

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

    /// Creates a color from its text: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `hsl(…)`, or `hwb(…)`.
    ///
    /// - Parameter text: the text; `nil` is returned if it is not a color.
    package init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let text = text.split(whereSeparator: Self.isSpace).joined(separator: " ").lowercased()
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

    /// The arguments of a function: three and an opacity, if there is one.
    private struct Arguments {
        let values: [Substring]
        /// Whether commas separate them, so that fewer forms of numbers are allowed.
        let isLegacy: Bool

        /// Splits a text at commas, or at spaces and at a slash before the opacity; `nil` if anything is missing.
        init?(_ text: Substring) {
            isLegacy = text.contains(",")
            let parts = text.split(separator: isLegacy ? "," : "/", omittingEmptySubsequences: false)
                .map { $0.split(separator: " ") }
            values = parts.flatMap(\.self)
            let counts = parts.map(\.count)
            guard (isLegacy ? [[1, 1, 1], [1, 1, 1, 1]] : [[3], [3, 1]]).contains(counts) else { return nil }
        }

        /// A number, or its percentage of a whole; `none` is 0.
        func number(_ index: Int, percentOf whole: Double) -> Double? {
            if values[index] == "none" { return isLegacy ? nil : 0 }
            let isPercentage = values[index].last == "%"
            let number = CSSColor.number(isPercentage ? values[index].dropLast() : values[index])
            return isPercentage ? number.map { $0 / 100 * whole } : number
        }

        /// A percentage as a part of 1; a number is one, too, but not between commas.
        func part(_ index: Int) -> Double? {
            isLegacy && values[index].last != "%" ? nil : number(index, percentOf: 100).map { $0 / 100 }
        }

        /// A hue in degrees.
        var hue: Double? {
            if values[0] == "none" { return isLegacy ? nil : 0 }
            let unit = String(values[0].reversed().prefix(while: \.isLetter).reversed())
            guard let degrees = unit.isEmpty ? 1 : AngleUnit.degrees[unit],
                let number = CSSColor.number(values[0].dropLast(unit.count)), abs(number) < 1e9
            else { return nil }
            return number * degrees
        }
    }

    /// The name of a function, and the text of its arguments.
    private static func function(_ text: String) -> (name: Substring, arguments: Substring)? {
        guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
        return (text[..<open], text[text.index(after: open)...].dropLast())
    }

    private init?(function name: Substring, _ text: Substring) {
        guard let arguments = Arguments(text),
            let opacity = arguments.values.count == 4 ? arguments.number(3, percentOf: 1) : 1
        else { return nil }
        switch name {
        case "rgb", "rgba":
            let isMixed = Set(arguments.values.prefix(3).map { $0.last == "%" }).count > 1
            let values = (0..<3).compactMap { arguments.number($0, percentOf: 255) }
            guard values.count == 3, !(arguments.isLegacy && isMixed) else { return nil }
            let bytes = values.map { Self.rounded($0) }
            self.init(bytes[0] / 255, bytes[1] / 255, bytes[2] / 255, opacity: Self.rounded(opacity))
        case "hsl", "hsla":
            guard let hue = arguments.hue, let saturation = arguments.part(1), let lightness = arguments.part(2)
            else { return nil }
            let amplitude = max(saturation, 0) * min(lightness, 1 - lightness)
            self.init(hue: hue, middle: lightness, amplitude: amplitude, opacity: opacity)
        case "hwb":
            guard !arguments.isLegacy, let hue = arguments.hue, let white = arguments.part(1),
                let black = arguments.part(2)
            else { return nil }
            let (w, b) = (min(max(white, 0), 1), min(max(black, 0), 1))
            let (least, greatest) = (w / max(w + b, 1), 1 - b / max(w + b, 1))
            self.init(hue: hue, middle: (least + greatest) / 2, amplitude: (greatest - least) / 2, opacity: opacity)
        default: return nil
        }
    }

    /// A number with six decimals, as texts have it, so that a color and its text are the same.
    package static func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }

    /// A number, which does not end with a point; limited, so that products are finite.
    private static func number(_ text: Substring) -> Double? {
        let afterPoint = text.drop { $0 != "." }.dropFirst().first
        if text.contains("."), afterPoint?.isNumber != true { return nil }
        return DecimalNumber.value(text).map { min(max($0, -1e9), 1e9) }
    }

    private static func isSpace(_ character: Character) -> Bool { " \t\n\r\r\n\u{C}".contains(character) }

    /// A color whose components differ by at most `amplitude` from `middle`.
    ///
    /// Source: CSS Color Module Level 4, section 7.
    private init(hue: Double, middle: Double, amplitude: Double, opacity: Double) {
        func component(_ offset: Double) -> Double {
            let position = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let k = position < 0 ? position + 12 : position
            return middle - amplitude * max(-1, min(k - 3, 9 - k, 1))
        }
        func rounded(_ offset: Double) -> Double { Self.rounded(component(offset) * 255) / 255 }
        self.init(rounded(0), rounded(8), rounded(4), opacity: Self.rounded(opacity))
    }
}
