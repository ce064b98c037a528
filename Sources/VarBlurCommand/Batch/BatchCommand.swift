internal import ArgumentParser
internal import LibC
internal import VariableBlurCodecs

/// The command `varblur batch`.
struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        _superCommandName: "varblur",
        abstract: "Blur images as lines of JSON on standard input say, and answer each with a line on standard output.",
        usage: "varblur batch [<options>] < jobs.jsonl > results.jsonl",
        discussion: HelpTexts.batch,
        version: ToolVersion.text)

    @Option(
        help: ArgumentHelp(
            "Do every n-th line only, beginning with the i-th: 1/4 to 4/4 are the quarters of a batch.",
            valueName: "i/n"),
        transform: Shard.init)
    var shard: Shard?

    @Flag(help: "End with the status 1 if a line was answered with an error; otherwise that is 0.")
    var failOnError = false

    @OptionGroup(title: "Run")
    var run: RunOptions

    @OptionGroup
    var job: JobOptions

    func validate() throws {
        try job.validateTogether()
        try run.validateTogether()
    }

    /// Performs the jobs on standard input.
    func perform(_ settings: EffectiveSettings) throws {
        if isatty(STDIN_FILENO) == 1 {
            throw ValidationError("Standard input is a terminal. Redirect lines of JSON: varblur batch < jobs.jsonl")
        }
        let imagesAtOnce = run.imagesAtOnce()
        if isatty(STDOUT_FILENO) != 1 && !run.quiet { Progress.begin(total: nil) }
        defer { Progress.end() }
        let batch = BatchRun(
            base: settings, imagesAtOnce: imagesAtOnce, shard: shard, isVerbose: run.verbose)
        let failed: Int
        do throws(ImageError) {
            failed = try batch.perform(imagesAtOnce: imagesAtOnce)
        } catch {
            BatchRun.end(with: error)
        }
        if failed > 0 && failOnError { throw ExitStatus.someFailed }
    }
}
