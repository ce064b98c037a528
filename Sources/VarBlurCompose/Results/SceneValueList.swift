internal import VarBlurLibC
internal import VarBlurCommand
internal import VarBlurJSON
internal import VarBlurCodecs

/// The values of a scene as lines for a person, in place of the JSON that programs get.
enum SceneValueList {
    /// The most characters of a value that are shown.
    private static let shownLength = 60

    /// The report of `--list-values`, or on a terminal, a line for each value that the document sets, and one about the others.
    ///
    /// - Returns: lines; those for a terminal have no characters that control it.
    static func text(_ report: JSONValue) -> String {
        guard isatty(STDOUT_FILENO) == 1, let values = report["values"]?.array else { return report.text + "\n" }
        let rows = values.compactMap(row)
        let width = rows.map(\.path.count).max() ?? 0
        var lines = rows.map { row in
            "\(row.path)\(String(repeating: " ", count: width - row.path.count + 2))\(row.value)\(row.range)"
        }
        let others = values.count - rows.count
        if others > 0 {
            lines.append(
                "\(others == 1 ? "1 other value has its default" : "\(others) other values have their defaults"). "
                    + "All of them as JSON, with ranges: --list-values scene.json > values.json")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The path of a value, the value, and what else it can be; `nil` for a default.
    private static func row(_ value: JSONValue) -> (path: String, value: String, range: String)? {
        guard let path = value["path"]?.string, let current = value["value"] else { return nil }
        let text = ImageError.printable(current.text)
        let shown = text.count > shownLength ? "\(text.prefix(shownLength))…" : text
        return (ImageError.printable(path), shown, range(value))
    }

    /// The range of a number, or the words to choose from, in parentheses.
    private static func range(_ value: JSONValue) -> String {
        if let words = value["choices"]?.array?.compactMap(\.string) {
            return words.isEmpty ? "" : "  (\(words.joined(separator: ", ")))"
        }
        return switch (value["minimum"], value["maximum"]) {
        case (let minimum?, let maximum?): "  (\(minimum.text) to \(maximum.text))"
        case (let minimum?, nil): "  (at least \(minimum.text))"
        case (nil, let maximum?): "  (at most \(maximum.text))"
        case (nil, nil): ""
        }
    }
}
