package import VarBlur
internal import VarBlurLibC

/// A request that is not valid: what is wrong, and what to do about it.
package struct UsageError: Error, Sendable, Hashable {
    /// A phrase without a period.
    package private(set) var cause: UsageText
    /// A phrase without a period; `nil` if there is only the help to refer to.
    package private(set) var remedy: UsageText?
    /// A part of the value that is wrong, and a line with a caret below the mistake; empty if there is none.
    package private(set) var excerpt: [String] = []
    /// Whether the request names a file that is missing or cannot be read, which has an exit status of its own.
    package private(set) var isUnreadableFile = false

    /// The error for a file beside the images, such as a list, that cannot be read; `errno` tells why.
    ///
    /// - Parameters:
    ///   - kind: what the file is.
    ///   - path: its path.
    ///   - remedy: what to do about it.
    /// - Returns: the error.
    package static func unreadable(
        _ kind: String, _ path: String, remedy: UsageText = "check the path"
    ) -> UsageError {
        var error = UsageError(
            "cannot read the \(kind) '\(ImageError.printable(path))': \(SystemError.text)", remedy: remedy)
        error.isUnreadableFile = true
        return error
    }

    package init(_ cause: UsageText, remedy: UsageText? = nil, excerpt: [String] = []) {
        (self.cause, self.remedy, self.excerpt) = (cause, remedy, excerpt)
    }

    /// The error with the place of the mistake before its cause.
    package func located(_ place: String) -> UsageError {
        replacingCause("\(place): \(cause)")
    }

    /// The error with a note after its cause.
    package func noted(_ note: String) -> UsageError {
        replacingCause("\(cause) (\(note))")
    }

    private func replacingCause(_ cause: UsageText) -> UsageError {
        var error = self
        error.cause = cause
        return error
    }

    /// The lines that a command shows, without the name of the program.
    ///
    /// - Parameter command: the name of the command, whose help is the remedy if there is no other.
    /// - Returns: the cause, the lines of the excerpt, and the remedy.
    package func lines(of command: String) -> (cause: String, excerpt: [String], remedy: String) {
        (
            cause.text(for: .commandLine), excerpt,
            remedy?.text(for: .commandLine) ?? "see '\(command) --help'"
        )
    }

    /// All lines as a command shows them.
    package func text(of command: String) -> String {
        let (cause, excerpt, remedy) = lines(of: command)
        return (["varblur: error: \(cause)"] + excerpt + ["varblur: hint: \(remedy)"]).joined(separator: "\n")
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
package struct InvalidValue: Error, Sendable, Hashable {
    /// What a value must be: a phrase without a period.
    package let expected: UsageText
    /// A part of the text, and a line with a caret below the mistake; empty if there is none.
    package var excerpt: [String] = []

    package init(_ expected: UsageText, excerpt: [String] = []) { (self.expected, self.excerpt) = (expected, excerpt) }

    /// A mistake in a text of several elements, which is shown with its place.
    package init(_ error: BlurTextError) {
        self.init(UsageText(error.phrase), excerpt: ["  \(error.excerpt.text)", "  \(error.excerpt.caret)"])
    }
}
