internal import ArgumentParser
internal import VariableBlurCodecs

/// The command `varblur`.
struct VarBlur: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "varblur",
        abstract: "Blur PNG and JPEG images progressively: strongly at one side, fading to nothing.",
        usage: """
            varblur [<options>] <in> <out>
            varblur [<options>] <in> ... --out-dir <directory>
            varblur [<options>] --in-place <file> ...
            varblur batch [<options>] < jobs.jsonl > results.jsonl
            """,
        discussion: HelpTexts.varblur,
        version: ToolVersion.text)

    @Argument(
        help:
            """
            The input and the output, '-' for standard input or output; with --out-dir, --suffix or --name-template, the \
            inputs; with --in-place, the files to change. A file called batch is written ./batch.
            """,
        completion: .file())
    var files: [String] = []

    @OptionGroup(title: "Files")
    var fileOptions: FileOptions

    @OptionGroup(title: "Run")
    var run: RunOptions

    @OptionGroup(title: "Run")
    var report: ReportOptions

    @OptionGroup
    var job: JobOptions

    func validate() throws {
        try job.validateTogether()
        try fileOptions.validateTogether()
        try run.validateTogether()
    }

    /// Plans and performs the tasks.
    func perform(_ settings: EffectiveSettings) throws {
        let plan = try TaskPlan(files, files: fileOptions, options: job.request, run: run)
        if report.json != nil, plan.tasks.contains(where: { $0.output == "-" || DescriptorPath.number($0.output) == 1 })
        {
            throw ValidationError("--json writes its report to standard output. Choose another output for the image.")
        }
        if plan.tasks.isEmpty { Messages.warning("no files with a PNG or JPEG extension were found") }
        for path in plan.skippedInputs {
            Messages.warning("\(ImageError.printable(path)): skipped, because it is the output of another input")
        }
        let report = RunReport(
            report.json, isVerbose: run.verbose, settings: settings, taskCount: plan.tasks.count)
        let run = TaskRun(plan.tasks, isDryRun: fileOptions.isDryRun, report: report)
        if let status = run.perform(imagesAtOnce: plan.imagesAtOnce) { throw status }
    }
}
