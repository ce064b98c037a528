internal import VarBlurCodecs

extension CommandHelp {
    /// The command `varblur compose`, which the program `varblur-compose` performs.
    package static let compose = CommandHelp(name: "varblur compose", scope: .composeCommand) {
        Texts(
            abstract: "Draw a scene of layers over a photo: blurs, glass, shapes, and text.",
            usage: [
                "varblur compose [<options>] <scene> <out>", "varblur compose [<options>] --list-values <scene>",
                "varblur compose [<options>] --batch < scenes.jsonl > results.jsonl",
            ],
            pathSummary: "The scene and the output; '-' is standard input or output.",
            paragraphs: [
                """
                A scene is a JSON document that lists layers from back to front; scenes.md describes it, and \
                scene.schema.json is its schema. Paths of images are relative to the directory of the scene. The scene is checked \
                as a whole before anything is drawn, and all mistakes are reported at once, each with its path in the document.
                """,
                """
                With --batch, each line of standard input is a job: {"id": …, "scene": "card.json", "set": {"photo.image": "in.jpg", \
                "title.text": "Alpine lake"}, "output": "card.png", "options": {"at": 0.5}}. The id may be any value and is copied to \
                the result. The scene may be the document itself; images are then relative to the current directory. The output may be \
                {"inline": "png"}: the result contains it. Options of the command line are defaults for every job. For each nonblank \
                line, one result line is written to standard output, in input order: {"version": \(FailureReport.version), "id": …, "line": 1, "status": \
                "ok", …}. The status is ok, skipped, or error; a failed job has "error": {"code": …, "message": …, "exit": …} and does \
                not stop the batch. Missing directories of outputs are created.
                """,
            ],
            sections: [
                Section(
                    "EXAMPLES",
                    [
                        "varblur compose card.json card.png": "draw a scene",
                        "varblur compose --set photo.image=in.jpg --set title.text=Lake card.json a.jpg":
                            "draw a scene with another photo and another title",
                        "varblur compose --at 0.5 badges.json middle.png": "draw an animated scene at half of its time",
                        "varblur compose --frames 30 badges.json badges.webp": "make an animation of a scene",
                        "varblur compose --list-values card.json": "list the values that --set can change",
                        "varblur compose --batch --confine photos < cards.jsonl > results.jsonl":
                            "draw many scenes, with images from one directory only",
                        "varblur compose --batch --csv card.json < cards.csv > results.jsonl":
                            "draw a card for each row of a table",
                    ]),
                Section(
                    "EXIT STATUS",
                    [
                        "0": "success, possibly with warnings; for a batch, not all jobs failed",
                        "1": "all jobs of a batch failed, or at least one (with --fail-on-error)",
                        "64": "invalid usage, or mistakes in the scene",
                        "65": "invalid or unsupported image, or over a limit",
                        "66": "scene or image missing or unreadable",
                        "69": "libheif, libjxl, varblur-heif, libqrencode, or librsvg is needed, and not installed",
                        "70": "internal error",
                        "71": "out of memory",
                        "73": "output exists or cannot be created",
                        "74": "read or write error",
                        "75": "time limit exceeded",
                        "129, 130, 143": "stopped by SIGHUP, SIGINT, or SIGTERM; no output is incomplete",
                        "141": "standard output was closed (broken pipe)",
                    ]),
            ],
            mainOptions: [
                "set", "list-values", "batch", "csv", "at", "frames", "confine", "dry-run", "format", "jpeg-quality",
                "if-exists",
                "force", "json", "quiet", "max-memory", "timeout",
            ])
    }
}
