internal import LibC
internal import VarBlurCodecs

/// The command `varblur batch`.
struct BatchCommand: Command {
    static let help = CommandHelp.batch

    let request: CommandRequest

    var reportsToPrograms: Bool { true }

    func enterSandbox() throws(ImageError) {
        try Sandbox.enter(request.batch.sandbox, writable: [request.batch.confinement].compactMap(\.self))
    }

    /// Performs the jobs on standard input and writes their results.
    func perform(_ settings: EffectiveSettings) throws {
        if isatty(STDIN_FILENO) == 1 {
            throw UsageError(
                "standard input is a terminal", remedy: "redirect JSON Lines: varblur batch < jobs.jsonl")
        }
        try ComposeUsage.check(confinement: request.batch.confinement)
        let run = request.run
        let imagesAtOnce = run.imagesAtOnce()
        if isatty(STDOUT_FILENO) != 1 && !run.quiet { Progress.begin(total: nil) }
        defer { Progress.end() }
        let batch = BatchRun(
            base: settings, imagesAtOnce: imagesAtOnce, request.batch, isVerbose: run.verbose)
        ClosingLine.begin(total: nil)
        let failed: Int
        do throws(ImageError) {
            failed = try batch.perform(imagesAtOnce: imagesAtOnce)
        } catch {
            BatchRun.end(with: error)
        }
        Progress.end()
        ClosingLine.show()
        if failed > 0 && request.batch.failsOnError { throw ExitStatus.someFailed }
    }
}
