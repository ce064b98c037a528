/// The form of an option's value, as the help, completions and the schema of a job describe it.
struct ValueSyntax: Sendable {
    /// The set of values.
    enum Kind: Sendable {
        /// One of a few words, which are collected only when they are needed.
        case choice(@Sendable () -> [String])
        /// A whole number.
        case integer(ClosedRange<Int>)
        /// A number in a range, optionally with a unit.
        case number(NumberRange, units: [String])
        /// Text that matches a regular expression, if there is one.
        case text(pattern: String?)
        case file
        case directory
    }

    /// The name of the value in the help.
    let placeholder: String
    let kind: Kind
    /// Whether a value may begin with a dash, and so look like an option.
    var mayBeginWithDash = false

    /// The words to choose from; empty unless the value is a choice.
    var choices: [String] {
        if case .choice(let words) = kind { words() } else { [] }
    }

    /// The range in words; `nil` if there is none.
    var rangeText: String? {
        switch kind {
        case .choice: "values: \(choices.joined(separator: ", "))"
        case .integer(let range) where range.upperBound == .max: "\(range.lowerBound) or more"
        case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .number(let range, units: _): range.text
        case .text, .file, .directory: nil
        }
    }
}

/// A range of numbers; a bound that is `nil` is infinite.
struct NumberRange: Sendable {
    /// The range in words.
    let text: String
    var minimum: Int?
    var exclusiveMinimum: Int?
    var maximum: Int?
    var exclusiveMaximum: Int?
}
