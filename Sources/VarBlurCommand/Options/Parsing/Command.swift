/// A command: the arguments it takes, and its action.
protocol Command: ArgumentSource {
    init(request: CommandRequest)
    var request: CommandRequest { get }
    /// Whether standard output is meant for other programs, so that a closed pipe must be reported.
    var reportsToPrograms: Bool { get }
    func perform(_ settings: EffectiveSettings) throws
}

extension Command {
    /// The command for arguments that are simple and valid; `nil` if the parser has to read them.
    static func withoutParser(_ arguments: [String]) -> Self? {
        guard let plain = PlainArguments(arguments, scope: scope, table: table),
            (try? plain.request.validate()) != nil
        else { return nil }
        return Self(request: plain.request)
    }
}
