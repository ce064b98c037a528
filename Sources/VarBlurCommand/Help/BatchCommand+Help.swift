extension BatchCommand {
    static let help = CommandHelp(
        abstract: "Blur images as described by lines of JSON on standard input.",
        usage: ["varblur batch [<options>] < jobs.jsonl > results.jsonl"],
        paragraphs: [
            """
            Each line of standard input is a job: {"id": …, "input": "in.png", "output": "out.png", "options": \
            {"max-radius": "5%"}}. The id may be any value and is copied to the result. Options are those of the command \
            line without dashes; flags are true. Options of the command line, the environment and the settings file \
            apply to all jobs that do not override them.
            """,
            """
            For each line that is not blank, one line of results is written to standard output, in the same order and \
            as soon as possible: {"version": 1, "id": …, "line": 1, "status": "ok", "input": …, "output": …, "width": …, \
            "height": …, "bytesIn": …, "bytesOut": …, "ms": …, "settings": {…}, …}. The status is ok, skipped or error; \
            a failed job has "error": {"code": …, "message": …, "exit": …}. A malformed line is an error too and does \
            not stop the batch. Each image is processed by one thread unless --threads is given. Paths are relative to \
            the current directory.
            """,
        ],
        sections: [
            CommandHelp.Section(
                title: "EXAMPLES",
                items: [
                    (
                        "varblur batch < jobs.jsonl > results.jsonl",
                        "process all jobs, one image per processor"
                    ),
                    (
                        "varblur batch --if-exists skip-same < jobs.jsonl > results.jsonl",
                        "resume a batch that was stopped"
                    ),
                    (
                        "varblur batch --shard 2/4 < jobs.jsonl > results-2.jsonl",
                        "process the second quarter of a batch, on the second of four machines"
                    ),
                ]),
            CommandHelp.Section(
                title: "EXIT STATUS",
                items: [
                    ("0", "all lines were processed"),
                    ("1", "the same, but a line failed, with --fail-on-error"),
                    ("64", "invalid usage"),
                    ("74", "standard input cannot be read, or standard output written"),
                    ("129, 130, 143", "stopped by HUP, INT or TERM; no output is incomplete"),
                    ("141", "the reader of standard output has closed it"),
                ]),
        ])
}
