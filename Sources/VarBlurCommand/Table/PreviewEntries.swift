internal import VarBlurCodecs

extension OptionTable {
    /// The options of `varblur preview` alone.
    static let preview: [OptionEntry] = [
        .value(
            "port", .count("port", in: 1...65535, noun: "the port"), section: .preview, scope: .previewCommand,
            defaultDescription: "any free port",
            "Local port to serve the page on. The page cannot be reached from other computers."
        ) { value in .command { $0.preview.port = value } },
        .flag(
            "no-open", section: .preview, scope: .previewCommand,
            "Print the address of the page instead of opening it in the browser."
        ) { .command { $0.preview.opensBrowser = false } },
        .value(
            "scene", .file("file"), section: .preview, scope: .previewCommand,
            """
            Show a scene of 'varblur compose' in place of images, with a control for each of its values. Its images must lie in the \
            directory of the scene, or in that of --confine.
            """
        ) { value in .command { $0.preview.scene = value } },
    ]
}
