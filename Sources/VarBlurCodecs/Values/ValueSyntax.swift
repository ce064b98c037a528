/// The form of an option's value, as the help, completions and the schema of a job describe it.
package struct ValueSyntax: Sendable {
    /// The set of values.
    package enum Kind: Sendable {
        /// One of a few words, which are collected only when they are needed.
        case choice(@Sendable () -> [String])
        /// Several of a few words, or text that contains one of them; `pattern` is a regular expression for all values.
        case words(@Sendable () -> [String], pattern: String, details: String)
        /// A whole number.
        case integer(ClosedRange<Int>)
        /// A number in a range, optionally with a unit.
        case number(NumberRange, units: [String])
        /// Text that matches a regular expression, if there is one; jobs may have whole numbers in its place if the option takes
        /// them.
        case text(pattern: String?, takesIntegers: Bool = false)
        case file
        case directory
    }

    /// The name of the value in the help.
    package let placeholder: String
    package let kind: Kind
    /// Whether a value may begin with a dash, and so look like an option.
    package var mayBeginWithDash = false
    /// Whether a value is part of the names of files, which may contain control characters.
    package var isPartOfName = false
    /// Whether tabs and line breaks are spaces in a value, as in CSS.
    package var mayHaveLineBreaks = false

    /// Words that shells suggest for a value that is not a choice, which are collected only when they are needed.
    package var suggestions: @Sendable () -> [String]

    package init(
        placeholder: String, kind: Kind, mayBeginWithDash: Bool = false, isPartOfName: Bool = false,
        mayHaveLineBreaks: Bool = false,
        suggestions: @escaping @Sendable () -> [String] = { [] }
    ) {
        (self.placeholder, self.kind, self.suggestions) = (placeholder, kind, suggestions)
        (self.mayBeginWithDash, self.isPartOfName) = (mayBeginWithDash, isPartOfName)
        self.mayHaveLineBreaks = mayHaveLineBreaks
    }

    /// The maximum length of a value that is not a path, in bytes.
    package static let maximumByteCount = 4096

    /// Checks what does not depend on the option: the length, and that there are no control characters.
    ///
    /// The number parsers of the C library would ignore everything after a zero byte. Paths are checked where they are used.
    ///
    /// - Throws: `InvalidValue`.
    package func check(_ text: String) throws(InvalidValue) {
        if isPath {
            guard !text.isEmpty else { throw InvalidValue("a path must not be empty") }
            return
        }
        let isShort = text.utf8.count <= Self.maximumByteCount
        guard isShort || SystemPath.bytes(text).count <= Self.maximumByteCount else {
            throw InvalidValue("the value must not be longer than 4,096 bytes")
        }
        let allowed = mayHaveLineBreaks ? Array("\t\n\r\u{C}".utf8) : []
        guard isPartOfName || !text.utf8.contains(where: { ($0 < 0x20 || $0 == 0x7F) && !allowed.contains($0) }) else {
            throw InvalidValue("the value must not contain control characters")
        }
    }

    /// Whether the value is the path of a file or a directory.
    package var isPath: Bool {
        switch kind {
        case .file, .directory: true
        case .choice, .words, .integer, .number, .text: false
        }
    }

    /// The words to choose from; empty unless the value is a choice.
    package var choices: [String] {
        switch kind {
        case .choice(let words), .words(let words, pattern: _, details: _): words()
        case .integer, .number, .text, .file, .directory: []
        }
    }

    /// The range in words; `nil` if there is none.
    package var rangeText: String? {
        switch kind {
        case .choice: "values: \(choices.joined(separator: ", "))"
        case .words(_, pattern: _, let details): "values: \(choices.joined(separator: ", ")), \(details)"
        case .integer(let range) where range.upperBound == .max: "\(range.lowerBound) or more"
        case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .number(let range, units: _): range.text
        case .text, .file, .directory: nil
        }
    }
}

/// A range of numbers; a bound that is `nil` is infinite.
package struct NumberRange: Sendable {
    /// The range in words.
    package let text: String
    package var minimum: Int?
    package var exclusiveMinimum: Int?
    package var maximum: Int?
    package var exclusiveMaximum: Int?
    /// A word that may take the place of a number; `nil` for none.
    package var word: String?

    package init(
        text: String, minimum: Int? = nil, exclusiveMinimum: Int? = nil, maximum: Int? = nil,
        exclusiveMaximum: Int? = nil, word: String? = nil
    ) {
        (self.text, self.minimum, self.exclusiveMinimum, self.word) = (text, minimum, exclusiveMinimum, word)
        (self.maximum, self.exclusiveMaximum) = (maximum, exclusiveMaximum)
    }

    func contains(_ number: Double) -> Bool {
        minimum.map { number >= Double($0) } ?? true && exclusiveMinimum.map { number > Double($0) } ?? true
            && maximum.map { number <= Double($0) } ?? true && exclusiveMaximum.map { number < Double($0) } ?? true
    }
}
