internal import VarBlurJSON

/// A list of settings under a name; every other source of settings overrides them.
package struct Preset: Sendable {
    /// The option that selects a preset.
    package static let optionName = "preset"

    package let name: String
    /// The names and values of the settings, as in a settings file.
    package let settings: [(name: String, value: String)]

    package init(name: String, settings: [(name: String, value: String)]) {
        (self.name, self.settings) = (name, settings)
    }

    /// The presets of the program.
    ///
    /// Ramps are smooth at their sharp end: of all curves, `ease-out` has the most visible line there. Sharpness falls from 90% to 20%
    /// within less than half of the rows that `ease-in-out` needs.
    package static let all = [
        Preset(
            name: "status-bar",
            settings: [
                ("max-radius", "1.6%"), ("direction", "top"), ("start-offset", "86%"), ("easing", "ease-in-out"),
                ("saturation", "1.4"), ("dither", "yes"),
            ]),
        Preset(
            name: "caption",
            settings: [
                ("max-radius", "2.4%"), ("direction", "bottom"), ("start-offset", "57%"), ("easing", "ease-in-out"),
                ("tint", "black"), ("tint-opacity", "auto"), ("contrast", "7"), ("saturation", "1.2"), ("grain", "1"),
            ]),
        Preset(
            name: "tab-bar",
            settings: [
                ("max-radius", "2%"), ("direction", "bottom"), ("start-offset", "84%"), ("easing", "ease-in-out"),
                ("tint", "white"), ("tint-opacity", "auto"), ("saturation", "1.6"), ("dither", "yes"),
            ]),
        Preset(
            name: "tilt-shift",
            settings: [
                ("ramp", "linear-blur(1.3%, 0px 40%, 0px 62%, 1.3%)"), ("easing", "smoothstep"), ("saturation", "1.25"),
            ]),
        Preset(
            name: "vignette",
            settings: [
                ("ramp", "radial-blur(0px 42%, 2% 100%)"), ("easing", "smoothstep"), ("tint", "black"),
                ("tint-opacity", "0.45"),
            ]),
        Preset(
            name: "night",
            settings: [
                ("max-radius", "2.4%"), ("direction", "bottom"), ("start-offset", "50%"), ("easing", "ease-in-out"),
                ("light", "linear"), ("tint", "#0a1024"), ("tint-opacity", "0.45"), ("dither", "yes"),
            ]),
        Preset(
            name: "fade-out",
            settings: [
                ("max-radius", "2%"), ("direction", "bottom"), ("start-offset", "50%"), ("easing", "ease-in-out"),
                ("fade", "1"),
            ]),
        Preset(
            name: "privacy",
            settings: [
                ("max-radius", "6%"), ("min-radius", "6%"), ("saturation", "0.7"), ("dither", "yes"), ("strip", "safe"),
            ]),
        Preset(
            name: "thumbnail",
            settings: [
                ("max-radius", "0"), ("quality", "80"), ("baseline", "yes"), ("jpeg-optimize", "yes"),
                ("strip", "safe"), ("to-srgb", "yes"),
                ("no-digest", "yes"), ("no-fsync", "yes"),
            ]),
        Preset(
            name: "frosted",
            settings: [
                ("max-radius", "2.5%"), ("min-radius", "2.5%"), ("tint", "white"), ("tint-opacity", "0.3"),
                ("saturation", "1.6"), ("grain", "2.5"),
            ]),
    ]

    /// The preset with a name: one of the user, or of the program.
    ///
    /// - Throws: `UsageError` if there is none.
    package static func named(_ name: String, own: [Preset] = []) throws(UsageError) -> Preset {
        if let preset = (own + all).first(where: { $0.name.isSame(as: name) }) { return preset }
        let names = (own.prefix(maximumSuggestedCount) + all).map(\.name)
        let meant = Suggestion.closest(to: name, among: names) ?? names.first { $0.hasPrefix(name) }
        throw UsageError(
            "there is no preset '\(Quotation.of(name))'",
            remedy: meant.map { "did you mean '\($0)'?" } ?? "presets: \(names.joined(separator: ", "))")
    }

    /// The number of presets of the user that a message compares with a wrong name, and lists.
    private static let maximumSuggestedCount = 20

    /// Whether a text can be the name of a preset.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
