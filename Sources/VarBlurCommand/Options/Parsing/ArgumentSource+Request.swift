internal import ArgumentParser

extension ArgumentSource {
    /// The request that arguments describe.
    ///
    /// - Throws: `ValidationError` or an error of the parser for arguments that are not valid; an error of the parser for
    ///   the help and the version, if they are requested.
    /// - Complexity: O(*n*) for arguments of *n* bytes in total.
    static func request(_ arguments: [String]) throws -> CommandRequest {
        let plain = PlainArguments(arguments, scope: scope, table: table)
        if let error = plain.unknown?.error(takesPaths: pathHelp != nil) { throw error }
        if let message = plain.message { throw ValidationError(message) }
        if let rejected = plain.rejected { throw error(for: rejected) }
        if pathHelp == nil, let path = plain.request.paths.first {
            throw ValidationError(
                "Unexpected argument '\(Quotation.of(path))'. A batch reads its jobs from standard input: varblur batch < jobs.jsonl"
            )
        }
        try plain.request.validate()
        return plain.request
    }

    /// The error of an argument, which may be followed by its value; the parser receives nothing else.
    private static func error(for rejected: [String]) -> any Error {
        do {
            _ = try CommandArguments<Self>.parse(rejected)
            return ValidationError("The argument '\(Quotation.of(rejected[0]))' is invalid.")
        } catch {
            return error
        }
    }
}
