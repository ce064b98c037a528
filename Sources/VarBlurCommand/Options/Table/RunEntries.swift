internal import VariableBlurCodecs

extension OptionTable {
    /// The options of a run as a whole.
    static let run: [OptionEntry] = [
        .value(
            "jobs", .count("count", in: 1...1024, noun: "The number of jobs"), section: .run, scope: .run,
            defaultDescription: "number of available processors",
            """
            Number of images to process at once; each may use the memory of --max-memory. It does not affect the \
            outputs.
            """
        ) { $0.run.jobs = $1 },
        .flag("quiet", short: "q", section: .run, scope: .run, "Print errors only.") { $0.run.quiet = true },
        .flag(
            "verbose", short: "v", section: .run, scope: .run, "Print a line for each image, with the time it took."
        ) { $0.run.verbose = true },
        .value(
            "settings", .file("file"), section: .run, scope: .commands,
            defaultDescription: "~/.config/varblur/settings.conf, if it exists", "Read settings from this file."
        ) { $0.run.settingsFile = $1 },
        .flag("no-settings", section: .run, scope: .commands, "Read no settings file.") {
            $0.run.readsSettingsFile = false
        },
        .flag(
            "print-settings", section: .run, scope: .commands,
            "Print the settings in effect and the source of each, and exit."
        ) { $0.run.printsSettings = true },
        .optionalValue(
            "json", .choice("form"), omitted: ReportForm.document, section: .run, scope: .singleCommand,
            """
            Report the results as JSON on standard output: one document (--json), or one line per image, in the order \
            of the inputs (--json lines).
            """
        ) { $0.run.report = $1 },
    ]

    /// The options of `varblur batch` alone.
    static let batch: [OptionEntry] = [
        .value(
            "shard", .shard, section: .batch, scope: .batchCommand,
            "Process every n-th line, starting with the i-th: 1/4 to 4/4 are the quarters of a batch."
        ) { $0.batch.shard = $1 },
        .flag(
            "fail-on-error", section: .batch, scope: .batchCommand,
            "Exit with status 1 if a line failed. Otherwise the status is 0."
        ) { $0.batch.failsOnError = true },
    ]
}

extension OptionValue<Shard> {
    fileprivate static var shard: Self {
        OptionValue(syntax: ValueSyntax(placeholder: "i/n", kind: .text(pattern: nil)), parse: { try Shard($0) })
    }
}
