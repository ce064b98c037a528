/// A command: the arguments it takes, and its action.
protocol Command: ArgumentSource {
    init(request: CommandRequest)
    var request: CommandRequest { get }
    /// Whether standard output is meant for other programs, so that a closed pipe must be reported.
    var reportsToPrograms: Bool { get }
    func perform(_ settings: EffectiveSettings) throws
}
