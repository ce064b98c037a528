/// Numbers as users write them.
package enum DecimalNumber {
    /// The value of a decimal number such as `20`, `+0.5`, `.5`, or `1e3`; `nil` for any other text.
    ///
    /// `Double` also reads hexadecimal numbers, `nan`, and `inf`.
    package static func value(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy(isPart), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// A regular expression for the numbers in a range, followed by one of some units or by none, and for the word in their place.
    package static func pattern(_ range: NumberRange, units: [String]) -> String {
        let sign = range.minimum ?? range.exclusiveMinimum ?? -1 >= 0 ? "[+]?" : "[-+]?"
        let letters = units.map { $0.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : "\($0)" }.joined() }
        let unit = units.isEmpty ? "" : "(\(letters.joined(separator: "|")))?"
        let word = range.word.map { "|^\($0)$" } ?? ""
        return "^\(sign)([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?\(unit)$\(word)"
    }
}
