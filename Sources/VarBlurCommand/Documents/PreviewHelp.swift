internal import VarBlurCodecs

extension CommandHelp {
    /// The command `varblur preview`.
    static let preview = CommandHelp(name: "varblur preview", scope: .previewCommand) {
        Texts(
            abstract: "Tune the options of a blur on a page in the browser.",
            usage: ["varblur preview [<options>] [<image> ...]", "varblur preview [<options>] --scene <scene>"],
            pathSummary: "The images to start with. Others can be opened on the page.",
            paragraphs: [
                """
                The page shows the image with the blur while the options change: with controls for the options, and with handles on the \
                image for the shape of the ramp. The settings can be copied as a command line, as a job of 'varblur batch', as a \
                program in Swift or Python, and, as far as these can express them, for CSS, Compose, SwiftUI, and imgproxy. The page also \
                saves the blurred image; its file equals the output of the copied command line.
                """,
                """
                With --scene, the page shows a scene of 'varblur compose' and its values instead.
                """,
                """
                The options are the settings with which the page starts. The address of the page contains a secret, and other computers \
                cannot reach it. Ctrl-C ends the program; it also ends some time after the page has been closed.
                """,
            ],
            sections: [
                Section(
                    "EXAMPLES",
                    [
                        "varblur preview photo.jpg": "open a photo on the page",
                        "varblur preview --preset caption *.jpg":
                            "start with the settings of a preset, for several photos",
                        "varblur preview --scene card.json --set photo.image=in.jpg":
                            "open a scene, with another photo",
                        "varblur preview --no-open --port 8080": "print the address of the page only",
                    ]),
                Section(
                    "EXIT STATUS",
                    [
                        "0": "the page was closed, or the program was ended with Ctrl-C",
                        "64": "invalid usage",
                        "66": "image, scene, mask, or settings file missing or unreadable",
                        "69": "varblur-preview, or for a scene varblur-compose, is not installed",
                        "74": "the port is not available",
                    ]),
            ],
            mainOptions: [
                "port", "no-open", "scene", "set", "confine", "preset", "max-radius", "direction", "start-offset",
                "easing",
                "ramp",
                "mask", "tint",
                "format", "max-pixels",
            ])
    }
}
