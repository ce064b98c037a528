internal import VarBlurCodecs

extension CommandHelp {
    /// The command `varblur compose`, which the program `varblur-compose` performs.
    static let compose = CommandHelp(
        name: "varblur compose",
        scope: .composeCommand,
        abstract: "Draw a scene of layers over a photo: blurs, glass, shapes, and text.",
        usage: ["varblur compose [<options>] <scene> <out>", "varblur compose [<options>] --list-values <scene>"],
        pathSummary: "The scene and the output; '-' is standard input or output.",
        paragraphs: [
            """
            A scene is a JSON document that lists layers from back to front; docs/scenes.md describes it, and \
            scene.schema.json is its schema. Paths of images are relative to the directory of the scene. The scene is checked \
            as a whole before anything is drawn, and all mistakes are reported at once, each with its path in the document.
            """
        ],
        sections: [
            CommandHelp.Section(
                title: "EXAMPLES",
                items: [
                    ("varblur compose card.json card.png", "draw a scene"),
                    (
                        "varblur compose --set photo.image=in.jpg --set title.text='Alpine lake' card.json out.jpg",
                        "draw a scene with another photo and another title"
                    ),
                    ("varblur compose --at 0.5 badges.json middle.png", "draw an animated scene at half of its time"),
                    (
                        "varblur compose --frames 30 badges.json - | ffmpeg -i - badges.webm",
                        "make a video of an animated scene"
                    ),
                    ("varblur compose --list-values card.json", "list the values that --set can change"),
                ]),
            CommandHelp.Section(
                title: "EXIT STATUS",
                items: [
                    ("0", "success, possibly with warnings"),
                    ("64", "invalid usage, or mistakes in the scene"),
                    ("65", "invalid or unsupported image, or over a limit"),
                    ("66", "scene or image missing or unreadable"),
                    ("70", "internal error"),
                    ("71", "out of memory"),
                    ("73", "output exists or cannot be created"),
                    ("74", "read or write error"),
                    ("75", "time limit exceeded"),
                    ("129, 130, 143", "stopped by SIGHUP, SIGINT, or SIGTERM; no output is incomplete"),
                    ("141", "standard output was closed (broken pipe)"),
                ]),
        ],
        mainOptions: [
            "set", "list-values", "at", "frames", "confine", "dry-run", "format", "jpeg-quality", "if-exists", "force",
            "json",
            "quiet", "max-memory", "timeout",
        ])
}
