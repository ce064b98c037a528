package import VarBlurJSON
internal import VarBlurCodecs

/// The result, for programs, of what has failed as a whole.
package enum FailureReport {
    /// The version of all results.
    static let version = 2

    /// An error of a result.
    ///
    /// - Parameters:
    ///   - code: the name of the error.
    ///   - messages: a text for each mistake.
    ///   - remedy: what to do; `nil` if the messages say so, or nobody knows.
    ///   - exit: the exit status.
    /// - Returns: an object, which also contains one text of all messages.
    package static func error(
        _ code: String, _ messages: [String], remedy: String? = nil, exit: Int32
    ) -> JSONValue {
        let message = messages.joined(separator: "\n") + (remedy.map { " (\($0))" } ?? "")
        return [
            "code": .string(code), "message": .string(message), "remedy": remedy.map { .string($0) },
            "exit": .integer(Int(exit)), "messages": .strings(messages),
        ]
    }

    /// The result that an error is.
    package static func value(_ error: JSONValue) -> JSONValue {
        ["version": .integer(version), "status": "error", "error": error]
    }
}

extension UsageError {
    /// The result for another of our programs.
    var report: JSONValue {
        FailureReport.value(
            FailureReport.error(
                isUnreadableFile ? "unreadable" : "usage", [cause.text(for: .commandLine)] + excerpt,
                remedy: remedy?.text(for: .commandLine), exit: ExitStatus.code(for: self).rawValue))
    }
}
