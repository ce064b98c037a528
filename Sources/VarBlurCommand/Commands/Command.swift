internal import VarBlurCodecs

/// A command: the arguments it takes, and its action.
protocol Command {
    /// The help apart from the options.
    static var help: CommandHelp { get }
    init(request: CommandRequest)
    var request: CommandRequest { get }
    /// Whether standard output is meant for other programs, so that a closed pipe must be reported.
    var reportsToPrograms: Bool { get }
    /// Gives up rights, before there are other threads.
    ///
    /// - Throws: an error with the code `unsupported`.
    func enterSandbox() throws(ImageError)
    /// Whether the command gives up rights itself, when it knows its files, and starts the cleanup after that.
    var entersSandboxLater: Bool { get }
    /// Does what the request asks for.
    ///
    /// - Throws: `UsageError`, or an `ExitStatus` after errors have been shown.
    func perform(_ settings: EffectiveSettings) throws
}

extension Command {
    func enterSandbox() throws(ImageError) {}

    var entersSandboxLater: Bool { false }

    /// The request that arguments describe, without settings from elsewhere.
    ///
    /// - Throws: `UsageError` for arguments that are not valid.
    static func request(_ arguments: [String]) throws(UsageError) -> CommandRequest { try help.request(arguments) }
}
