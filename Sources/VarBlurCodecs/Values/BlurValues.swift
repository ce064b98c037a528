internal import VarBlurJSON
internal import VarBlur

extension OptionValue where Value == BlurLength {
    /// A radius in pixels (`20` or `20px`) or relative to the image (`5%`).
    static var radius: Self {
        length(
            "radius",
            "a radius must be 0 or more and at most 1,000,000,000, in pixels (20 or 20px) or as a percentage (5%)")
    }

    /// The width of a soft edge, in pixels (`6` or `6px`) or relative to the image (`2%`).
    static var feather: Self {
        length(
            "length",
            "a feather must be 0 or more and at most 1,000,000,000, in pixels (6 or 6px) or as a percentage (2%)")
    }

    /// The side of a square, in pixels (`16` or `16px`) or relative to the image (`3%`).
    static var cellSide: Self {
        length(
            "size",
            "a size must be greater than 0 and at most 1,000,000,000, in pixels (16 or 16px) or as a percentage (3%)",
            positive)
    }

    private static let maximum = 1_000_000_000

    private static var positive: NumberRange {
        NumberRange(text: "greater than 0, at most \(maximum)", exclusiveMinimum: 0, maximum: maximum)
    }

    private static func length(
        _ placeholder: String, _ expected: UsageText,
        _ range: NumberRange = NumberRange(text: "0 or more, at most \(maximum)", minimum: 0, maximum: maximum)
    ) -> Self {
        .decimal(
            placeholder, range, units: ["px", "%"], mayBeginWithDash: true, else: { _ in expected },
            text: { $0.sizeText }, value: { $1 == "%" ? .percent($0) : .pixels($0) })
    }

    /// A distance in pixels (`400` or `400px`) or relative to the image (`33%`), greater than 0.
    static var reach: Self {
        .decimal(
            "length", positive, units: ["px", "%"], mayBeginWithDash: true,
            else: { text in
                guard let fraction = DecimalNumber.value(text), fraction > 0, fraction < 1 else {
                    return
                        "a reach must be greater than 0 and at most 1,000,000,000, in pixels (400 or 400px) or as a percentage (33%)"
                }
                let percentage = "\(ReadableNumber.text(fraction * 100, decimals: 6))%"
                return
                    "a reach of less than one pixel must have its unit\(fraction < 1e-3 ? "" : "; did you mean \(percentage)?")"
            }, text: { $0.sizeText }
        ) { number, unit in
            // a number below one is rather a fraction than a part of a pixel
            if unit.isEmpty && number < 1 { return nil }
            let length: BlurLength = unit == "%" ? .percent(number) : .pixels(number)
            return (try? BlurGradient(maximumRadius: 0, reach: length)) == nil ? nil : length
        }
    }
}

extension OptionValue where Value == Double {
    /// A fraction of the image below 1, also as a percentage: `0.25` or `25%`.
    static var fraction: Self {
        .decimal(
            "fraction", NumberRange(text: "less than 1", exclusiveMaximum: 1), units: ["%"], mayBeginWithDash: true,
            else: { text in
                // a whole number is rather a percentage than a fraction
                let percentage = Int(text).flatMap { (2..<100).contains($0) ? "; did you mean \($0)%?" : nil }
                return
                    "a start offset must be less than 1 (for example 0.25 or -0.1), or less than 100% (25%)\(percentage ?? "")"
            }, text: { ReadableNumber.text($0) }, value: { $1 == "%" ? $0 / 100 : $0 })
    }
}

extension OptionValue where Value == RGBColor {
    /// An opaque color of CSS.
    static var color: Self { color(opacityOption: nil) }

    /// An opaque color of CSS; the error for another color names the option for its opacity, if there is one.
    static func color(opacityOption: String?) -> Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "color", kind: .text(pattern: nil), mayHaveLineBreaks: true,
                suggestions: { CSSColor.names }),
            parse: { text throws(InvalidValue) in
                guard let color = CSSColor(text) else { throw InvalidValue(colorRemedy(text)) }
                guard color.opacity == 1 else {
                    let opaque = "the color must be opaque, such as \(color.rgb.hexadecimal)"
                    let opacity = ReadableNumber.text(color.opacity, decimals: 2)
                    throw InvalidValue(
                        opacityOption.map { "\(opaque) with \(option: $0) \(opacity)" } ?? UsageText(opaque))
                }
                return color.rgb
            },
            text: { $0.hexadecimal })
    }

    private static func colorRemedy(_ text: String) -> UsageText {
        let expected = "a color must be #rgb, #rrggbb, rgb(), hsl(), hwb(), or a name of CSS such as white or orange"
        let isNumber = [3, 6].contains(text.utf8.count) && text.allSatisfy(\.isHexDigit)
        let closest = Suggestion.closest(to: text.lowercased(), among: CSSColor.names)
        let meant = isNumber ? "#" + text.lowercased() : closest
        return UsageText(expected + (meant.map { "; did you mean '\($0)'?" } ?? ""))
    }
}
