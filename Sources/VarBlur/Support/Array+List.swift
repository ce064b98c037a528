extension [String] {
    /// The strings with a separator between them, for texts that are made in every run.
    ///
    /// `joined(separator:)` looks up types at run time, which takes some microseconds when it is first called.
    package func list(separator: String) -> String {
        var text = ""
        for (index, string) in enumerated() {
            if index > 0 { text += separator }
            text += string
        }
        return text
    }
}
