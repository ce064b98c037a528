internal import ArgumentParser
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

    /// Parses the contents of a file; the values are not checked.
    ///
    /// - Throws: `ValidationError` for a malformed line or an unknown setting.
    init(path: String, text: String, table: OptionTable) throws {
        self.path = path
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.first == "#" { continue }
            guard let sign = line.firstIndex(of: "=") else {
                throw error(index, "Expected a line of the form 'name = value'.")
            }
            let name = String(Self.trimmed(line[..<sign]))
            guard let entry = table[name: name], entry.isSetting else {
                let meant = Suggestion.sentence(for: name, among: table.settings.map(\.name))
                throw error(index, "Unknown setting '\(ImageError.printable(name))'.\(meant)")
            }
            let value = String(Self.trimmed(line[line.index(after: sign)...]))
            lines.append(Line(entry: entry, value: value, number: index + 1))
        }
    }

    private func error(_ index: Int, _ text: String) -> ValidationError {
        ValidationError("\(ImageError.printable(path)), line \(index + 1): \(text)")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
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
