internal import ArgumentParser
internal import VariableBlurCodecs

/// An argument that begins with a dash and is not an option: a mistyped option, or a file that a shell pattern such as
/// `*.jpg` found.
struct UnknownArgument {
    let text: String

    /// Whether an argument with a dash is the name of a file: no option contains a period or a slash.
    static func isFile(_ argument: String) -> Bool {
        argument.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            || FileIdentity(path: argument) != nil
    }

    /// The error where that of the parser does not help; `nil` where it does.
    ///
    /// The parser takes every letter of an argument with a single dash for a flag. If one of them is an h, it shows the
    /// help, and a run that wrote no output would seem to have succeeded.
    ///
    /// - Parameter takesPaths: whether the command takes paths.
    /// - Returns: a usage error.
    func error(takesPaths: Bool) -> ValidationError? {
        let shown = Quotation.of(text)
        if takesPaths && Self.isFile(text) {
            return ValidationError(
                "Unknown option '\(shown)'. For a file of this name, write './\(shown)', or '--' before all file names."
            )
        }
        let mayContainHelp = !text.utf8.starts(with: "--".utf8) && text.utf8.contains(UInt8(ascii: "h"))
        return mayContainHelp ? ValidationError("Unknown option '\(shown)'") : nil
    }
}
