internal import VarBlur

extension JobOptions {
    /// The options for colors along the ramp.
    static let look: [OptionEntry] = [
        .value(
            Preset.optionName, .presetName, section: .look,
            """
            Start with the settings of a preset, which all other options override: \
            \(Preset.all.map(\.name).joined(separator: ", ")), or a preset of the settings file. --print-settings shows its settings.
            """
        ) { value in .job { $0.preset = value } },
        .value(
            "tint", .color(opacityOption: "tint-opacity"), section: .look, changesOutput: true,
            digest: { $0.blur.look.tint.map { "\($0.red) \($0.green) \($0.blue) \($0.opacity)" } },
            """
            Color blended over the blurred part, increasingly toward the blurred edge: a CSS color such as black, #102030, or \
            rgb(16 32 48). Gray images get its brightness.
            """
        ) { value in .job { $0.look.tint = value } },
        .value(
            "tint-opacity", .tintOpacity, section: .look, changesOutput: true,
            digest: { job in
                guard let text = job.textContrast else { return nil }
                return "auto \(text.ratio) \(text.color?.hexadecimal ?? "")"
            },
            default: .fixed(BlurLook.defaultOpacity),
            """
            Opacity of the tint at the blurred edge: a fraction (0.3), a percentage (30%), or auto: the least at which text is legible \
            where the tint is strong (see \(option: "contrast")).
            """
        ) { value in .job { $0.look.opacity = value } },
        .value(
            "text-color", .color, section: .look, changesOutput: true, defaultDescription: "black or white",
            "Color of the text for which the opacity of the tint is chosen, with \(option: "tint-opacity") auto."
        ) { value in .job { $0.look.textContrast.color = value } },
        .value(
            "contrast", .textContrast, section: .look, changesOutput: true, default: TextContrast.defaultRatio,
            """
            Contrast that text has to have with \(option: "tint-opacity") auto, as WCAG 2.2 defines it, except for 5% of the pixels \
            anywhere in the part where the tint is strong: 4.5, 3 for large text, or 7 for more.
            """
        ) { value in .job { $0.look.textContrast.ratio = value } },
        .value(
            "saturation", .factor(BlurLook.saturations, noun: "a saturation"), section: .look, changesOutput: true,
            current: { $0.blur.look.saturation },
            """
            Saturation at the blurred edge: less than 1 (or 100%) makes colors paler, 0 makes them gray, and more than 1 makes them \
            more vivid.
            """
        ) { value in .job { $0.look.saturation = value } },
        .value(
            "grain", .number(BlurLook.grains, noun: "grain"), section: .look, changesOutput: true,
            current: { $0.blur.look.grain },
            "Standard deviation of the noise at the blurred edge, in 8-bit steps. The noise is the same in every run."
        ) { value in .job { $0.look.grain = value } },
        .value(
            "fade", .factor(0...1, noun: "a fade"), section: .look, changesOutput: true,
            current: { $0.blur.look.fade },
            """
            Transparency at the blurred edge, so that the image dissolves into what is behind it: a fraction (0.5) or a percentage (50%); \
            1 is fully transparent. JPEG outputs need --background, the color to fade to.
            """
        ) { value in .job { $0.look.fade = value } },
        .flag(
            "dither", section: .look, changesOutput: true,
            formats: CodecRegistry.standard.formats { $0.isWritten && $0.showsDithering },
            current: { $0.blur.look.dithers },
            """
            Add noise of up to one step to blurred pixels before they are rounded to 8 bits, so that smooth areas show no bands. \
            Compressed files become larger. No effect on JPEG outputs.
            """
        ) { .job { $0.look.dithers = true } },
    ]
}
