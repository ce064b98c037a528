import Foundation

/// The error bounds in the tables of the article on the fast engine.
enum DocumentedBounds {
    /// A row of a table.
    struct Row: Sendable, CustomStringConvertible {
        let cells: [String]

        var description: String { cells.joined(separator: " ") }

        /// The number at the beginning of a cell.
        func number(_ column: Int) -> Double? {
            cells[column].split { $0 == " " || $0 == "%" }.first.flatMap { Double($0) }
        }
    }

    /// The rows of the table in the section whose heading contains `heading`; empty if there is no such table.
    static func table(_ heading: String) -> [Row] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/VarBlur/VarBlur.docc/TheFastEngine.md")
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        let lines = text.components(separatedBy: "\n")
        let section = lines.drop { !($0.hasPrefix("#") && $0.lowercased().contains(heading)) }.dropFirst()
        let table = section.prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("|") }.dropFirst(2)
        return table.map { line in
            Row(cells: line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
        }
    }
}
