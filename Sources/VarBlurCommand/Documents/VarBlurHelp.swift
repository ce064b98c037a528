internal import VarBlurCodecs

extension CommandHelp {
    /// The command `varblur`.
    static let varblur = CommandHelp(name: "varblur", scope: .singleCommand) {
        Texts(
            abstract:
                "Blur \(ImageFormat.nameList("and")) images progressively, strong on one side, fading to none on the other.",
            usage: [
                "varblur [<options>] <in> <out>",
                "varblur [<options>] <in> ... --out-dir <directory>",
                "varblur [<options>] --in-place <file> ...",
                "varblur batch [<options>] < jobs.jsonl > results.jsonl",
                "varblur compose [<options>] <scene> <out>",
                "varblur preview [<options>] [<image> ...]",
            ],
            pathSummary: """
                The input and the output; '-' is standard input or output. With --out-dir, --suffix, or --name-template: the \
                inputs. With --in-place: the files to replace. For a file named batch, compose, or preview, use ./batch, \
                ./compose, or ./preview.
                """,
            paragraphs: [
                """
                Areas with a blur radius of 0 stay sharp: a PNG or lossless WebP output has the same pixels there, other outputs may \
                encode them again. The EXIF orientation is applied first, so top, bottom, left, and right refer to the image as \
                displayed. If an option is repeated, the last one counts, except for --ramp, --area, --areas-from, and --files-from, which add up. Options can also be set by environment variables (VARBLUR_MAX_RADIUS=5%) and in a settings file; \
                see --print-settings. Each subcommand has its own help: varblur batch --help.
                """
            ],
            sections: [
                Section(
                    "SUBCOMMANDS",
                    [
                        "varblur batch": Subcommand.batch.summary,
                        "varblur compose": Subcommand.compose.summary,
                        "varblur preview": Subcommand.preview.summary,
                    ]),
                Section(
                    "EXAMPLES",
                    [
                        "varblur photo.jpg blurred.jpg": "blur from the top, with the default radius",
                        "varblur --max-radius 5% --direction bottom --reach 40% in.png out.png":
                            "blur the lower 40% for a caption, with a radius of up to 5% of the height",
                        "varblur --ramp 'linear-blur(12px, 0px 30%, 0px 70%, 12px)' in.png out.png":
                            "blur the top and the bottom, and leave the middle sharp",
                        "varblur --mask person.png --mask-invert in.png out.png": "blur where a mask is black",
                        "varblur --matte person.png --max-radius 12 --min-radius 12 in.png out.png":
                            "blur everything behind a person, who stays sharp and without a halo",
                        "curl -s \"$URL\" | varblur - - > out.jpg": "read from a pipe and write to standard output",
                        "varblur --out-dir blurred *.jpg": "blur many files and write them to the directory 'blurred'",
                        "varblur --recursive --out-dir blurred --if-exists skip-same photos":
                            "update a directory tree of blurred images",
                        "varblur --max-radius 0 --resize 640x --format webp --out-dir thumbnails *.jpg":
                            "resize and convert without a blur",
                        "varblur --suffix -blur *.png": "write photo-blur.png next to photo.png",
                        "varblur --in-place --edges clamp *.png": "blur files in place",
                    ]),
                Section(
                    "EXIT STATUS",
                    [
                        "0": "success, possibly with warnings",
                        "1": "at least one of several images failed",
                        "3": "a damaged input was blurred (--allow-damaged)",
                        "64": "invalid usage",
                        "65": "invalid or unsupported image, or over a limit",
                        "66": "input, mask, list, or settings file missing or unreadable",
                        "69": "varblur-heif, libheif, or libjxl is not installed",
                        "70": "internal error",
                        "71": "out of memory",
                        "73": "output exists or cannot be created",
                        "74": "read or write error",
                        "75": "--timeout exceeded",
                        "129, 130, 143": "stopped by SIGHUP, SIGINT, or SIGTERM; no output is incomplete",
                        "141": "standard output was closed (broken pipe)",
                    ]),
            ],
            mainOptions: [
                "max-radius", "direction", "reach", "easing", "ramp", "mask", "matte", "area", "preset", "tint",
                "resize", "out-dir", "suffix", "recursive", "in-place", "force", "format", "json",
            ],
            mainExamples: [
                "varblur --max-radius 5% --direction bottom --reach 40% in.jpg out.jpg",
                "varblur --preset caption photo.jpg captioned.jpg",
                "varblur --max-radius 0 --resize 640x --format webp --out-dir thumbnails *.jpg",
            ])
    }
}
