internal import ArgumentParser

/// A list of settings under a name; every other source of settings overrides them.
struct Preset: Sendable {
    /// The option that selects a preset.
    static let optionName = "preset"

    let name: String
    /// The names and values of the settings, as in a settings file.
    let settings: [(name: String, value: String)]

    /// The presets of the program.
    static let all = [
        Preset(
            name: "status-bar",
            settings: [
                ("max-radius", "1.6%"), ("direction", "top"), ("start-offset", "88%"), ("easing", "ease-out"),
                ("saturation", "1.4"), ("dither", "yes"),
            ]),
        Preset(
            name: "caption",
            settings: [
                ("max-radius", "2.4%"), ("direction", "bottom"), ("start-offset", "62%"), ("easing", "ease-out"),
                ("tint", "black"), ("tint-opacity", "0.5"), ("saturation", "1.2"), ("grain", "1"),
            ]),
        Preset(
            name: "tab-bar",
            settings: [
                ("max-radius", "2%"), ("direction", "bottom"), ("start-offset", "86%"), ("easing", "ease-out"),
                ("tint", "white"), ("tint-opacity", "0.35"), ("saturation", "1.6"), ("dither", "yes"),
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
            name: "privacy",
            settings: [("max-radius", "6%"), ("min-radius", "6%"), ("saturation", "0.7"), ("dither", "yes")]),
        Preset(
            name: "frosted",
            settings: [
                ("max-radius", "2.5%"), ("min-radius", "2.5%"), ("tint", "white"), ("tint-opacity", "0.3"),
                ("saturation", "1.6"), ("grain", "2.5"),
            ]),
    ]

    /// The arguments that the preset stands for, without those of some names, and without those that they take the place of.
    func arguments(besides names: [String], _ table: OptionTable) -> [String] {
        let overridden = names + names.flatMap(OptionTable.names(replacedBy:))
        return settings.filter { !overridden.contains($0.name) }.map { name, value in
            table[name: name]?.isFlag == true ? "--\(name)" : "--\(name)=\(value)"
        }
    }
}

extension Preset {
    /// Reads a preset of a settings file: `name = value; name = value; …`.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - text: the settings, without quotes.
    ///   - table: the known options.
    /// - Throws: `ValidationError` for a name or a setting that is not valid.
    init(name: String, text: String, table: OptionTable) throws {
        guard Self.isName(name) else {
            throw ValidationError("The name of a preset consists of up to 64 lowercase letters, digits, and hyphens.")
        }
        self.name = name
        settings = try text.split(separator: ";").map { part in
            let (start, rest) = String(part).splitAtEqualsSign
            guard let rest else { throw ValidationError("Expected 'name = value; name = value'.") }
            let (name, value) = (Self.trimmed(start), Self.trimmed(rest))
            guard let entry = table[name: name], entry.isSetting, entry.scope.contains(.batchLine),
                entry.name != Self.optionName
            else { throw ValidationError("A preset cannot contain '\(Quotation.of(name))'.") }
            guard !entry.isFlag || value.isSame(as: "yes") else {
                throw ValidationError("The only value of '\(entry.name)' in a preset is yes.")
            }
            do {
                try entry.validate(value)
            } catch {
                throw ValidationError("The value '\(Quotation.of(value))' is invalid for '\(entry.name)': \(error)")
            }
            return (entry.name, value)
        }
    }

    /// Whether a text can be the name of a preset.
    static func isName(_ text: String) -> Bool {
        (1...OptionTable.longestName).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let start = text.utf8.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(Substring(start[...end]))
    }
}
