import Foundation
import Testing

/// The folder of the project.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// A Markdown file of the project.
struct Document: Sendable, CustomTestStringConvertible {
    /// The path in the project.
    let path: String
    let lines: [String]

    var testDescription: String { path }

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
    }

    init(path: String) throws {
        self.init(path: path, text: try String(contentsOf: repository.appending(path: path), encoding: .utf8))
    }

    /// All Markdown files for readers: at the top, in `docs`, `Benchmarks` and `Tests`, and in the DocC catalogs.
    static let all: [Document] = {
        let folders = ["", "docs/", "Benchmarks/", "Tests/"] + catalogs.map { $0 + "/" }
        return folders.flatMap { folder in
            let url = repository.appending(path: folder.isEmpty ? "." : folder)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
            return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { try? Document(path: folder + $0) }
        }
    }()

    /// The DocC catalogs of the libraries.
    static let catalogs = ["VarBlur", "VarBlurCodecs", "VarBlurScenes"].map { "Sources/\($0)/\($0).docc" }

    /// A fenced block of code.
    struct CodeBlock {
        let language: String
        /// The number of its first line, counted from 1.
        let line: Int
        let lines: [String]
    }

    /// The fenced blocks of code.
    var codeBlocks: [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: (language: String, start: Int)?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            if let block = open {
                let code = Array(lines[block.start..<index])
                blocks.append(CodeBlock(language: block.language, line: block.start + 1, lines: code))
                open = nil
            } else {
                open = (String(line.dropFirst(3)), index + 1)
            }
        }
        return blocks
    }

    /// The lines outside of code blocks, with their numbers counted from 1.
    var prose: [(number: Int, text: String)] {
        var isCode = false
        return lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") {
                isCode.toggle()
                return nil
            }
            return isCode ? nil : (index + 1, line)
        }
    }

    /// The anchors of the headings, as GitHub derives them.
    var anchors: [String] {
        prose.filter { $0.text.hasPrefix("#") }.map { _, heading in
            let text = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
            return String(text.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 })
        }
    }

    /// The targets of the links and images.
    var links: [(line: Int, target: String)] {
        prose.flatMap { number, text in
            text.matches(of: /\]\(([^)\s]+)\)/).map { (number, String($0.output.1)) }
        }
    }

    /// The rows of the table between `<!-- mark: checked -->` and the next comment, without its header.
    func table(_ mark: String) -> [[String]] {
        guard let start = lines.firstIndex(of: "<!-- \(mark): checked -->") else { return [] }
        let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("<!--") } ?? lines.endIndex
        return lines[(start + 1)..<end].filter { $0.hasPrefix("|") }.dropFirst(2).map { row in
            row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }
}

extension String {
    /// The words in backticks.
    var codeWords: [String] { matches(of: /`([^`]+)`/).map { String($0.output.1) } }
}
