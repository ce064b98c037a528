package import VarBlurJSON
internal import VarBlurCodecs

/// The result, for programs, of what has failed as a whole.
package enum FailureReport {
    /// The version of all results.
    static let version = 2

    /// The result.
    ///
    /// - Parameters:
    ///   - code: the name of the error.
    ///   - messages: a text for each mistake.
    ///   - remedy: what to do; `nil` if the messages say so, or nobody knows.
    ///   - exit: the exit status.
    /// - Returns: an object whose member `error` contains them, and one text of all messages.
    package static func value(
        _ code: String, _ messages: [String], remedy: String? = nil, exit: Int32
    ) -> JSONValue {
        let message = messages.joined(separator: "\n") + (remedy.map { " (\($0))" } ?? "")
        let error: [JSONValue.Member] =
            [.init("code", .string(code)), .init("message", .string(message))]
            + (remedy.map { [.init("remedy", .string($0))] } ?? [])
            + [.init("exit", .integer(Int(exit))), .init("messages", .array(messages.map { .string($0) }))]
        return .object([
            .init("version", .integer(version)), .init("status", .string("error")), .init("error", .object(error)),
        ])
    }
}

extension UsageError {
    /// The result for another of our programs.
    var report: JSONValue {
        FailureReport.value(
            "usage", [cause.text(for: .commandLine)] + excerpt, remedy: remedy?.text(for: .commandLine),
            exit: ExitStatus.usage.rawValue)
    }
}
