internal import VarBlurCodecs

extension OptionTable {
    /// The options of a run as a whole.
    static let run: [OptionEntry] = [
        .value(
            "jobs", .count("count", in: 1...1024, noun: "the number of jobs"), section: .run,
            scope: .anyRun,
            defaultDescription: "number of available processors",
            """
            Number of images or scenes to process at once; each may use up to \(option: "max-memory"). Does not affect the outputs.
            """
        ) { value in .command { $0.run.jobs = value } },
        .flag("quiet", short: "q", group: "quiet", section: .run, scope: .anyRun, "Print only errors.") {
            .command {
                $0.run.quiet = true
            }
        },
        .flag(
            "verbose", short: "v", group: "quiet", section: .run, scope: .anyRun,
            "Print a line for each image or scene, with the time it took."
        ) { .command { $0.run.verbose = true } },
        .value(
            "settings", .file("file"), section: .run, scope: .imageCommands,
            defaultDescription: "~/.config/varblur/settings.conf, if present", "Read settings from this file."
        ) { value in .command { $0.run.settingsFile = value } },
        .flag("no-settings", section: .run, scope: .imageCommands, "Read no settings file.") {
            .command {
                $0.run.readsSettingsFile = false
            }
        },
        .flag(
            "print-settings", section: .run, scope: .imageCommands,
            "Print the settings in effect, with the source of each, and exit."
        ) { .command { $0.run.printsSettings = true } },
        .flag(
            "list-presets", section: .run, scope: .imageCommands,
            "Print the presets of the program and of the settings file, with the options of each, and exit."
        ) { .command { $0.run.listsPresets = true } },
        .value(
            "sandbox", .choice("when"), section: .run, scope: .commands, default: Sandbox.Mode.off,
            """
            Give up all rights that the run does not need, so that a decoder that is taken over by an image can do no harm: off, on, or auto (as \
            far as the system can). The command can then open files in the directories of its inputs and outputs only, and a batch only images in its \
            lines and files in the directory of --confine; neither can start programs or use sockets. Requires Linux.
            """
        ) { value in .command { $0.run.sandbox = value } },
        .optionalValue(
            "json", .choice("format"), omitted: ReportForm.document, section: .run,
            scope: .fileCommands,
            """
            Print the results as JSON on standard output: a single document (--json or --json document), or one line per \
            image, in input order (--json lines).
            """
        ) { value in .command { $0.run.report = value } },
    ]

    /// The options of a batch as a whole.
    static let batch: [OptionEntry] = [
        .flag(
            "batch", section: .batch, scope: .composeCommand,
            """
            Draw the scenes that JSON Lines on standard input list, and write a result for each to standard output. The other \
            options of a batch, --jobs, and --verbose require it.
            """
        ) { .command { $0.scene.isBatch = true } },
        .flag(
            "csv", section: .batch, scope: .composeCommand,
            """
            Read comma-separated values instead of JSON Lines, and draw one scene, which is the only path, for each row. The first \
            row names the columns: output is the path of the output, id is for the result, and all others are paths as for --set.
            """
        ) { .command { $0.scene.readsCSV = true } },
        .value(
            "shard", .shard, section: .batch, scope: .batches,
            "Process every n-th job, starting with the i-th: 1/4, 2/4, 3/4, and 4/4 together cover the batch."
        ) { value in .command { $0.batch.shard = value } },
        .flag(
            "fail-on-error", section: .batch, scope: .batches,
            "Exit with status 1 if any job failed. Without this option, the exit status is 1 only if all jobs failed."
        ) { .command { $0.batch.failsOnError = true } },
        .flag(
            "no-mkdir", section: .batch, scope: .batches,
            "Do not create missing directories of outputs: a job whose output directory is missing fails."
        ) { .command { $0.batch.createsDirectories = false } },
    ]
}

extension OptionValue<Shard> {
    fileprivate static var shard: Self {
        OptionValue(
            syntax: ValueSyntax(placeholder: "i/n", kind: .text(pattern: nil)),
            parse: { text throws(InvalidValue) in try Shard(text) })
    }
}
