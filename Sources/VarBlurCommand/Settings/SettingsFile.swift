internal import ArgumentParser
internal import VariableBlurCodecs

/// A file of lines `name = value`; empty lines and lines that begin with # say nothing.
struct SettingsFile {
    /// A setting, and the number of its line.
    struct Line {
        let setting: Setting
        let text: String
        let number: Int
    }

    let path: String
    private(set) var lines: [Line] = []

    /// Reads the file.
    ///
    /// - Throws: a complaint about the file or a line of it.
    init(path: String, text: String) throws {
        self.path = path
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.first == "#" { continue }
            guard let sign = line.firstIndex(of: "=") else {
                throw complaint(index, "A setting is a line 'name = value'.")
            }
            let name = String(Self.trimmed(line[..<sign]))
            guard let setting = Setting.named(name) else {
                let meant = Suggestion.sentence(for: name, among: Setting.all.map(\.name))
                throw complaint(index, "There is no setting '\(ImageError.printable(name))'.\(meant)")
            }
            lines.append(
                Line(setting: setting, text: String(Self.trimmed(line[line.index(after: sign)...])), number: index + 1))
        }
    }

    private func complaint(_ index: Int, _ text: String) -> ValidationError {
        ValidationError("\(ImageError.printable(path)), line \(index + 1): \(text)")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...end]
    }

    /// The file that is read where none is named: that of XDG's base directories.
    static var standardPath: String? {
        if let base = Environment.value("XDG_CONFIG_HOME"), base.utf8.first == UInt8(ascii: "/") {
            return base + "/varblur/settings.conf"
        }
        return Environment.value("HOME").map { $0 + "/.config/varblur/settings.conf" }
    }
}
