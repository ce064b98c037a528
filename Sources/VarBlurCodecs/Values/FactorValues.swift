internal import VarBlur

extension OptionValue<Double> {
    /// A number in a range of whole numbers; `noun` names it in messages.
    package static func number(_ range: ClosedRange<Double>, noun: String) -> Self {
        number(range, noun: noun, takesPercentages: false)
    }

    /// A factor in a range of whole numbers, also as a percentage: `0.3` or `30%`; `noun` names it in messages.
    static func factor(_ range: ClosedRange<Double>, noun: String) -> Self {
        number(range, noun: noun, takesPercentages: true)
    }

    private static func number(_ range: ClosedRange<Double>, noun: String, takesPercentages: Bool) -> Self {
        let (least, greatest) = (Int(range.lowerBound), Int(range.upperBound))
        return .decimal(
            takesPercentages ? "factor" : "number",
            NumberRange(text: "\(least) to \(greatest)", minimum: least, maximum: greatest),
            units: takesPercentages ? ["%"] : [],
            else: { _ in
                let percentages = ", or a percentage from \(least * 100)% to \(greatest * 100)%"
                return "\(noun) must be a number from \(least) to \(greatest)\(takesPercentages ? percentages : "")"
            }, text: { ReadableNumber.text($0) }, value: { $1 == "%" ? $0 / 100 : $0 })
    }
}

extension OptionValue<TintOpacity> {
    /// The opacity of a tint: a factor from 0 to 1, or the word `auto`.
    static var tintOpacity: Self {
        let factor = OptionValue<Double>.factor(0...1, noun: "an opacity")
        return OptionValue(
            syntax: ValueSyntax(
                placeholder: factor.syntax.placeholder,
                kind: .number(
                    NumberRange(text: "0 to 1, or \(automatic)", minimum: 0, maximum: 1, word: automatic), units: ["%"]),
                suggestions: { [automatic] }),
            parse: { text throws(InvalidValue) in
                if text.isSame(as: automatic) { return .automatic }
                guard let opacity = try? factor.parse(text) else {
                    throw InvalidValue(
                        "an opacity must be a number from 0 to 1, a percentage from 0% to 100%, or \(automatic)")
                }
                return .fixed(opacity)
            },
            text: { opacity in
                switch opacity {
                case .fixed(let opacity): factor.text(opacity)
                case .automatic: automatic
                }
            })
    }

    private static var automatic: String { "auto" }
}

extension OptionValue<Double> {
    /// The least contrast of text.
    static var textContrast: Self {
        .decimal(
            "number", NumberRange(text: "greater than 1, at most 21", exclusiveMinimum: 1, maximum: 21),
            else: { _ in "a contrast must be a number greater than 1 and at most 21, such as 4.5" },
            text: { ReadableNumber.text($0) }, value: { number, _ in number })
    }
}

extension OptionValue<String> {
    /// The name of a preset, which the settings look up.
    package static var presetName: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "name", kind: .text(pattern: "^[a-z0-9-]{1,64}$"),
                suggestions: { Preset.all.map(\.name) }),
            parse: { text throws(InvalidValue) in
                guard Preset.isName(text) else {
                    throw InvalidValue(
                        "the name of a preset consists of up to 64 lowercase letters, digits, and hyphens")
                }
                return text
            }, text: { $0 })
    }
}
