internal import VarBlurLibC
internal import VarBlurJSON
package import VarBlurCodecs

/// A request that is not valid: what is wrong, and what to do about it.
package struct UsageError: Error, Sendable, Hashable {
    /// A phrase without a period.
    private(set) var cause: UsageText
    /// A phrase without a period; `nil` if there is only the help to refer to.
    private(set) var remedy: UsageText?
    /// A part of the value that is wrong, and a line with a caret below the mistake; empty if there is none.
    private(set) var excerpt: [String] = []

    /// The error for a file beside the images, such as a list, that cannot be read; `errno` tells why.
    ///
    /// - Parameters:
    ///   - kind: what the file is.
    ///   - path: its path.
    /// - Returns: the error.
    static func unreadable(_ kind: String, _ path: String) -> UsageError {
        let cause = unsafe String(cString: strerror(errno))
        return UsageError(
            "cannot read the \(kind) '\(ImageError.printable(path))': \(cause)", remedy: "check the path")
    }

    package init(_ cause: UsageText, remedy: UsageText? = nil, excerpt: [String] = []) {
        (self.cause, self.remedy, self.excerpt) = (cause, remedy, excerpt)
    }

    /// The error with the place of the mistake before its cause.
    func located(_ place: String) -> UsageError {
        UsageError("\(place): \(cause)", remedy: remedy, excerpt: excerpt)
    }

    /// The lines that a command shows, without the name of the program.
    ///
    /// - Parameter command: the name of the command, whose help is the remedy if there is no other.
    /// - Returns: the cause, the lines of the excerpt, and the remedy.
    func lines(of command: String) -> (cause: String, excerpt: [String], remedy: String) {
        (
            cause.text(for: .commandLine), excerpt,
            remedy?.text(for: .commandLine) ?? "see '\(command) --help'"
        )
    }

    /// All lines as a command shows them.
    func text(of command: String) -> String {
        let (cause, excerpt, remedy) = lines(of: command)
        return (["varblur: error: \(cause)"] + excerpt + ["varblur: hint: \(remedy)"]).joined(separator: "\n")
    }

    /// The result for another of our programs.
    var report: JSONValue {
        FailureReport.value(
            "usage", [cause.text(for: .commandLine)] + excerpt, remedy: remedy?.text(for: .commandLine),
            exit: ExitStatus.usage.rawValue)
    }

    /// The error of a job.
    ///
    /// - Parameter file: the file that the message names; empty for none.
    /// - Returns: an error with the code `invalidSettings`.
    package func imageError(file: String = "") -> ImageError {
        ImageError(
            .invalidSettings, cause.text(for: .job), remedy: remedy?.text(for: .job) ?? "", file: file)
    }
}

/// A text that is not a value of its option.
struct InvalidValue: Error, Sendable, Hashable {
    /// What a value must be: a phrase without a period.
    let expected: UsageText
    /// A part of the text, and a line with a caret below the mistake; empty if there is none.
    var excerpt: [String] = []

    init(_ expected: UsageText, excerpt: [String] = []) { (self.expected, self.excerpt) = (expected, excerpt) }
}
