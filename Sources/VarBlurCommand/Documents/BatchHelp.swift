internal import VarBlurCodecs

extension CommandHelp {
    /// The command `varblur batch`.
    static let batch = CommandHelp(name: "varblur batch", scope: .batchCommand, takesPaths: false) {
        Texts(
            abstract: "Blur the images listed in JSON Lines on standard input.",
            usage: ["varblur batch [<options>] < jobs.jsonl > results.jsonl"],
            paragraphs: [
                """
                Each line of standard input is a job: {"id": …, "input": "in.png", "output": "out.png", "options": \
                {"max-radius": "5%"}}. The id may be any value and is copied to the result. The options are those of \
                the command line, without dashes; flags are true. A job may also have the option emit-mask, which the batch itself \
                does not have; several ramps are a list of strings. The input may be the file itself, {"base64": …}; then \
                the output may be missing. The output may be {"inline": "jpeg"}, or {"inline": null} for the format of the input: \
                the result contains it. Options that are set on the command line, in the \
                environment, or in the settings file are defaults for every job.
                """,
                """
                For each nonblank line, one result line is written to standard output, in input order, as soon as it is \
                available: {"version": \(FailureReport.version), "id": …, "line": 1, "status": "ok", "input": …, "output": …, "width": …, \
                "height": …, "bytesIn": …, "bytesOut": …, "ms": …, "settings": {…}, …}. The status is ok, skipped, or error; \
                a failed job has "error": {"code": …, "message": …, "exit": …}. A malformed line is an error too and does \
                not stop the batch. Each image is processed by one thread unless --threads is given. Paths are relative to \
                the current directory; an output in the result is {"base64": …, "format": "jpeg"}; missing directories of outputs are created. A line on standard error counts the \
                results at the end. varblur compose --batch draws scenes.
                """,
            ],
            sections: [
                Section(
                    "EXAMPLES",
                    [
                        "varblur batch < jobs.jsonl > results.jsonl": "process all jobs, one image per processor",
                        "varblur batch --if-exists skip-same < jobs.jsonl > results.jsonl":
                            "resume a batch that was stopped",
                        "varblur batch --shard 2/4 < jobs.jsonl > results-2.jsonl":
                            "process every fourth job, starting with the second, on the second of four machines",
                        "varblur batch --sandbox on --confine photos < jobs.jsonl > results.jsonl":
                            "blur untrusted images in one directory",
                    ]),
                Section(
                    "EXIT STATUS",
                    [
                        "0": "all jobs were processed, and not all of them failed",
                        "1": "all jobs failed, or at least one (with --fail-on-error)",
                        "64": "invalid usage",
                        "66": "settings file missing or unreadable",
                        "74": "cannot read standard input or write standard output",
                        "129, 130, 143": "stopped by SIGHUP, SIGINT, or SIGTERM; no output is incomplete",
                        "141": "standard output was closed (broken pipe)",
                    ]),
            ],
            mainOptions: [
                "shard", "fail-on-error", "no-mkdir", "jobs", "quiet", "max-radius", "direction", "start-offset",
                "if-exists",
                "format", "strip", "timeout",
            ])
    }
}
