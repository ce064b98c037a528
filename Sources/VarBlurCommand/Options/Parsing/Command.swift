internal import VariableBlurCodecs

/// A command: the arguments it takes, and its action.
protocol Command: ArgumentSource {
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
    func perform(_ settings: EffectiveSettings) throws
}

extension Command {
    func enterSandbox() throws(ImageError) {}

    /// Creates the command that arguments describe.
    ///
    /// - Throws: `ValidationError` or an error of the parser.
    init(arguments: [String]) throws { self.init(request: try Self.request(arguments)) }
}
