internal import ArgumentParser
internal import VariableBlurCodecs

/// The command `varblur`.
struct VarBlur: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "varblur",
        abstract: "Blur a PNG or JPEG image progressively: strongly at one side, fading to nothing.",
        usage: """
            varblur [<options>] <in> <out>
            varblur [<options>] --in-place <file> ...
            """,
        discussion: """
            Rows (or columns) that the blur has faded from keep every pixel as it was. The blurred side is that of the \
            upright image: EXIF orientation is applied first.

            EXAMPLES
              varblur photo.jpg blurred.jpg
                  blur from the top, with a radius of 20 pixels at the top edge
              varblur --max-radius 5% --direction bottom --start-offset 0.6 in.png out.png
                  blur the lower 40 % for a caption, by 5 % of the height at most
              curl -s "$URL" | varblur - - > out.jpg
                  blur from a pipe into a pipe
              varblur --in-place --edges clamp *.png
                  blur files where they are

            EXIT STATUS
              0   done, perhaps with warnings
              1   some of several files failed, the rest is done
              3   written from a damaged input, with --allow-damaged
              64  wrong usage
              65  a bad, unsupported or too large image
              66  no such input, or it may not be read
              70  a fault of varblur
              71  out of memory
              73  the output exists, or cannot be created
              74  reading or writing failed
              75  not done within --timeout
              129, 130, 143  stopped by HUP, INT or TERM: the output is as it was
              141  nobody reads standard output any more
            """,
        version: "0.1.0")

    @OptionGroup(title: "Blur")
    var blur: BlurOptions

    @OptionGroup(title: "Output")
    var output: OutputOptions

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    @Argument(
        help:
            "The input and the output, '-' for standard input or output; with --in-place, the files to change."
    )
    var files: [String] = []

    func validate() throws {
        try blur.validateTogether()
    }

    func run() throws {
        // not in validate(), where a mistyped option's value would pass for a file
        try output.validate(files: files)
        Interruption.removeTemporaryFilesWhenStopped()
        let tasks = try output.tasks(for: files)
        var job = BlurJob()
        job.recipe = blur.recipe
        job.isInPlace = output.isInPlace
        job.limits = limits.limits
        var (lastFailure, isDamaged): (ExitCode?, Bool) = (nil, false)
        for task in tasks {
            job.output = task.settings
            switch perform(job, task) {
            case ExitStatus.damaged: isDamaged = true
            case let failure?: lastFailure = failure
            case nil: break
            }
        }
        if let lastFailure { throw tasks.count > 1 ? ExitStatus.someFailed : lastFailure }
        if isDamaged { throw ExitStatus.damaged }
    }

    /// Runs one job and reports on it; returns the exit status if it failed.
    private func perform(_ job: BlurJob, _ task: OutputOptions.Task) -> ExitCode? {
        do {
            let report = try job.run(from: task.source, to: task.target)
            for notice in report.notices { Messages.warn("\(task.name): \(notice)") }
            return report.isDamaged ? ExitStatus.damaged : nil
        } catch {
            let status = ExitStatus.code(for: error)
            if status != ExitStatus.brokenPipe { Messages.complain("\(error)") }
            return status
        }
    }
}
