internal import ArgumentParser
internal import PlainJSON
internal import VariableBlurCodecs

/// A file of lines `name = value`; empty lines and lines that begin with `#` are ignored.
struct SettingsFile {
    /// A setting, and the number of its line.
    struct Line {
        let entry: OptionEntry
        let value: String
        let number: Int
    }

    let path: String
    private(set) var lines: [Line] = []
    /// The presets that the file defines, in lines `preset.name = name = value; …`.
    private(set) var presets: [Preset] = []

    /// Parses the contents of a file; the values are not checked.
    ///
    /// - Throws: `ValidationError` for a malformed line or an unknown setting.
    /// - Complexity: O(*n*) for a text of *n* bytes.
    init(path: String, text: String, table: OptionTable) throws {
        self.path = path
        // Bytes, not characters: "\r\n" is a single character, and characters may be long
        let isMarked = text.utf8.starts(with: "\u{FEFF}".utf8)
        let all = text.utf8.dropFirst(isMarked ? 3 : 0).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in all.enumerated() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else {
                throw error(index, "expected a line of the form 'name = value'.")
            }
            let name = String(Substring(Self.trimmed(line[..<sign])))
            let value = String(Substring(Self.trimmed(line[line.index(after: sign)...])))
            if let preset = try preset(named: name, value, table, index) {
                presets.append(preset)
                continue
            }
            guard let entry = table[name: name], entry.isSetting else {
                if table[name: name] != nil {
                    throw error(index, "'\(name)' cannot be set in a settings file. Use it on the command line.")
                }
                let meant = Suggestion.sentence(for: name, among: table.settings.map(\.name))
                throw error(index, "unknown setting '\(Quotation.of(name))'.\(meant)")
            }
            lines.append(Line(entry: entry, value: value, number: index + 1))
        }
    }

    /// The preset that a line defines; `nil` if it is a setting.
    private func preset(named name: String, _ text: String, _ table: OptionTable, _ index: Int) throws -> Preset? {
        let prefix = "\(Preset.optionName)."
        guard name.begins(with: prefix) else { return nil }
        do {
            return try Preset(name: String(Substring(name.utf8.dropFirst(prefix.utf8.count))), text: text, table: table)
        } catch {
            let text = "\(error)"
            throw self.error(index, text.prefix(1).lowercased() + text.dropFirst())
        }
    }

    private func error(_ index: Int, _ text: String) -> ValidationError {
        ValidationError("\(ImageError.printable(path)), line \(index + 1): \(text)")
    }

    /// A part of a line without the ASCII whitespace around it.
    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let start = text.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return start[start.endIndex...] }
        return start[...end]
    }

    /// The file that is read if none is specified, according to the XDG Base Directory Specification.
    static var standardPath: String? {
        if let base = Environment.value("XDG_CONFIG_HOME"), base.utf8.first == UInt8(ascii: "/") {
            return base + "/varblur/settings.conf"
        }
        return Environment.value("HOME").map { $0 + "/.config/varblur/settings.conf" }
    }
}
