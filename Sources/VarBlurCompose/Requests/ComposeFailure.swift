internal import VarBlurCommand
internal import VarBlurCodecs
internal import VarBlurJSON

/// Why a scene was not drawn.
struct ComposeFailure: Error {
    /// A line for each mistake.
    let messages: [String]
    /// The exit status.
    let exitStatus: Int32
    /// The name of the error, for programs.
    let code: String
    /// The error of a file, without advice.
    private var imageError: ImageError?

    init(messages: [String], _ status: ExitStatus, code: String) {
        (self.messages, exitStatus, self.code) = (messages, status.rawValue, code)
    }

    /// An error of a file.
    init(_ error: ImageError) { self.init(error, in: .composeCommand) }

    private init(_ error: ImageError, in scope: OptionScope) {
        let advised = Advice.applied(to: error, in: scope)
        self.init(
            messages: error.code == .brokenPipe ? [] : [advised.description],
            ExitStatus.code(for: error), code: error.code.description)
        imageError = error
    }

    /// The failure in the words of a line of a batch.
    var inJobLanguage: ComposeFailure { imageError.map { ComposeFailure($0, in: .sceneLine) } ?? self }

    /// The error for programs.
    var error: JSONValue { FailureReport.error(code, messages, exit: exitStatus) }
}
