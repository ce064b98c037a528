internal import ArgumentParser
internal import VariableBlurCodecs

/// A color on the command line: `#rgb`, `#rrggbb`, or one of the names that HTML has always had.
enum ColorArgument {
    static func parse(_ text: String) throws -> RGBColor {
        let name = text.lowercased()
        guard let digits = names[name] ?? expanded(name), digits.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = UInt32(digits, radix: 16)
        else {
            throw ValidationError(
                "A color is #rgb or #rrggbb in hexadecimal, or one of \(names.keys.sorted().joined(separator: ", "))."
            )
        }
        return RGBColor(
            red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }

    /// The six digits behind a `#`, each of three doubled.
    private static func expanded(_ text: String) -> String? {
        guard text.first == "#" else { return nil }
        let digits = text.dropFirst()
        return digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
    }

    private static let names = [
        "aqua": "00ffff", "black": "000000", "blue": "0000ff", "fuchsia": "ff00ff", "gray": "808080",
        "green": "008000", "lime": "00ff00", "maroon": "800000", "navy": "000080", "olive": "808000",
        "purple": "800080", "red": "ff0000", "silver": "c0c0c0", "teal": "008080", "white": "ffffff",
        "yellow": "ffff00",
    ]
}
