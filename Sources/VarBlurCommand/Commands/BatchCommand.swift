internal import VarBlurLibC
internal import VarBlurCodecs

/// The command `varblur batch`.
struct BatchCommand: Command {
    static let help = CommandHelp.batch

    let request: CommandRequest

    var reportsToPrograms: Bool { true }

    func enterSandbox() throws(ImageError) {
        let directory = request.scene.confinement
        try Sandbox.enter(
            request.run.sandbox, for: directory == nil ? .images : .files, writable: [directory].compactMap(\.self))
    }

    /// Performs the jobs on standard input and writes their results.
    func perform(_ settings: EffectiveSettings) throws {
        try StandardStreams.refuseTerminal(STDIN_FILENO, remedy: "redirect JSON Lines: varblur batch < jobs.jsonl")
        let batch = request.batch
        try request.scene.checkDirectories()
        guard request.scene.confinement == nil || request.run.sandbox != .off else {
            throw UsageError("--confine requires --sandbox", remedy: "add --sandbox on, or leave out --confine")
        }
        let parser = ImageJobParser(
            base: settings, imagesAtOnce: request.run.imagesAtOnce(), createsDirectories: batch.createsDirectories)
        if let status = BatchRun.perform(parser, request) { throw status }
    }
}
