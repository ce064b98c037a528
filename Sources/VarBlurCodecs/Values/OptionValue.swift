internal import VarBlur

/// The type of an option's value: its syntax, its parser, and the inverse of the parser.
package struct OptionValue<Value: Sendable>: Sendable {
    package let syntax: ValueSyntax
    /// Parses a value as it is written on the command line.
    ///
    /// - Throws: `InvalidValue`.
    package let parse: @Sendable (String) throws(InvalidValue) -> Value
    /// Writes a default value as on the command line.
    package var text: @Sendable (Value) -> String

    package init(
        syntax: ValueSyntax, parse: @escaping @Sendable (String) throws(InvalidValue) -> Value,
        text: @escaping @Sendable (Value) -> String = { String(describing: $0) }
    ) {
        (self.syntax, self.parse, self.text) = (syntax, parse, text)
    }

    /// Parses a value from outside the program, whose length is not known.
    ///
    /// - Throws: `InvalidValue`.
    func checkedValue(of text: String) throws(InvalidValue) -> Value {
        try syntax.check(text)
        return try parse(text)
    }
}

extension OptionValue where Value: CaseIterable & RawRepresentable<String> {
    /// One of the cases of an enumeration, by its raw value; `parse` may accept other spellings too.
    package static func choice(
        _ placeholder: String, among values: @escaping @Sendable () -> [Value] = { Array(Value.allCases) },
        parse: @escaping @Sendable (String) -> Value? = { Value(rawValue: $0) }
    ) -> Self {
        OptionValue(
            syntax: ValueSyntax(placeholder: placeholder, kind: .choice { values().map(\.rawValue) }),
            parse: { text throws(InvalidValue) in
                guard let value = parse(text) else {
                    throw InvalidValue("choose \(values().map(\.rawValue).list("or"))")
                }
                return value
            },
            text: { $0.rawValue })
    }
}

extension OptionValue {
    /// Several values separated by commas, without duplicates; `expected` says what they are.
    package static func list<Element: Equatable>(
        placeholder: String = "list", pattern: String, takesIntegers: Bool = false,
        of expected: @escaping @Sendable () -> UsageText,
        parse: @escaping @Sendable (String) -> Element?, text: @escaping @Sendable (Element) -> String
    ) -> Self where Value == [Element] {
        OptionValue(
            syntax: ValueSyntax(placeholder: placeholder, kind: .text(pattern: pattern, takesIntegers: takesIntegers)),
            parse: { list throws(InvalidValue) in
                var values: [Element] = []
                for part in list.split(separator: ",", omittingEmptySubsequences: false) {
                    guard let value = parse(String(part.trimmed)) else { throw InvalidValue(expected()) }
                    if !values.contains(value) { values.append(value) }
                }
                return values
            },
            text: { $0.map(text).joined(separator: ",") })
    }
}

extension OptionValue {
    /// A number, optionally with one of some units: `px` or `%`, with which it is in the range as a hundredth.
    ///
    /// `expected` says what a text should be that is no value, and `value` turns a number and its unit, which may be empty, into a value,
    /// unless it is none.
    package static func decimal(
        _ placeholder: String, _ range: NumberRange, units: [String] = [], mayBeginWithDash: Bool = false,
        else expected: @escaping @Sendable (String) -> UsageText, text: @escaping @Sendable (Value) -> String,
        value: @escaping @Sendable (_ number: Double, _ unit: String) -> Value?
    ) -> Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: placeholder, kind: .number(range, units: units), mayBeginWithDash: mayBeginWithDash),
            parse: { text throws(InvalidValue) in
                let unit = units.first { text.suffix($0.utf8.count).lowercased() == $0 } ?? ""
                guard let number = DecimalNumber.value(text.dropLast(unit.utf8.count)),
                    range.contains(unit == "%" ? number / 100 : number), let value = value(number, unit)
                else { throw InvalidValue(expected(text)) }
                return value
            }, text: text)
    }
}

extension OptionValue where Value == String {
    /// The path of a file.
    package static func file(_ placeholder: String) -> Self {
        OptionValue(syntax: ValueSyntax(placeholder: placeholder, kind: .file), parse: { $0 }, text: { $0 })
    }

    /// The path of a directory.
    package static func directory(_ placeholder: String) -> Self {
        OptionValue(syntax: ValueSyntax(placeholder: placeholder, kind: .directory), parse: { $0 }, text: { $0 })
    }
}
