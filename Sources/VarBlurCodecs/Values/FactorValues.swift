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
        let text = "\(least) to \(greatest)"
        return OptionValue(
            syntax: ValueSyntax(
                placeholder: takesPercentages ? "factor" : "number",
                kind: .number(
                    NumberRange(text: text, minimum: least, maximum: greatest), units: takesPercentages ? ["%"] : [])),
            parse: { text throws(InvalidValue) in
                let isPercentage = takesPercentages && text.hasSuffix("%")
                guard let number = DecimalNumber.value(text.dropLast(isPercentage ? 1 : 0)),
                    range.contains(isPercentage ? number / 100 : number)
                else {
                    let percentages = ", or a percentage from \(least * 100)% to \(greatest * 100)%"
                    throw InvalidValue(
                        "\(noun) must be a number from \(least) to \(greatest)\(takesPercentages ? percentages : "")")
                }
                return isPercentage ? number / 100 : number
            },
            text: { ReadableNumber.text($0) })
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
