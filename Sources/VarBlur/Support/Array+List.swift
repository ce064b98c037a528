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

    /// The strings as a list in English: `a, b, or c`.
    package func list(_ conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return Array(dropLast()).list(separator: ", ") + "\(count > 2 ? "," : "") \(conjunction) \(last)"
    }
}

extension [UInt8] {
    /// Two hexadecimal digits for each byte.
    package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.list(separator: "") }
}
