internal import VarBlurJSON

extension UsageError {
    /// The error of a text that is not a value of its option.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - option: the option.
    ///   - name: the option as the user wrote it.
    ///   - error: what a value must be.
    ///   - start: what precedes a suggested value, such as `--direction `.
    /// - Returns: the error, with the closest choice.
    package static func invalidValue(
        _ text: String, of option: OptionEntry, named name: UsageText, _ error: InvalidValue,
        suggesting start: String = ""
    ) -> UsageError {
        let error = OtherNames.meaning(of: text, for: option) ?? error
        let meant = Suggestion.closest(to: text, among: option.syntax?.choices ?? [])
        return UsageError(
            "the value '\(Quotation.of(text))' is invalid for \(name)",
            remedy: meant.map { "\(error.expected); did you mean '\(start)\($0)'?" } ?? error.expected,
            excerpt: error.excerpt)
    }
}
