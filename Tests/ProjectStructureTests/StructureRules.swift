/// A rule that the project breaks, with the position.
struct Violation: Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

/// The rules for the size and the wording of files.
enum StructureRules {
    static let longestSwiftFunction = 50
    static let longestCFunction = 80
    static let longestFile = 400

    /// Functions that are too long, and braces that do not match.
    static func functionLengths(_ file: ProjectFile) -> [Violation] {
        guard let language = file.language else { return [] }
        let limit = language == .swift ? longestSwiftFunction : longestCFunction
        let (functions, unbalancedLine) = FunctionLength.all(in: file.text, language)
        if let unbalancedLine {
            return [Violation(path: file.path, line: unbalancedLine, message: "unbalanced brace")]
        }
        return functions.filter { $0.lineCount > limit }.map {
            let message = "function `\($0.name)` has \($0.lineCount) lines (limit \(limit))"
            return Violation(path: file.path, line: $0.line, message: message)
        }
    }

    /// Source files that are too long.
    static func fileLengths(_ file: ProjectFile) -> [Violation] {
        guard file.isSource else { return [] }
        let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        guard count > longestFile else { return [] }
        return [Violation(path: file.path, line: count, message: "\(count) lines (limit \(longestFile))")]
    }

    /// British spellings.
    static func spelling(_ file: ProjectFile) -> [Violation] {
        // These tests contain the words that they look for, and the names of XMP properties are given.
        guard !file.path.hasPrefix("Tests/ProjectStructureTests/"), !file.path.hasSuffix("/XMPNamespaces.swift") else {
            return []
        }
        return Vocabulary.occurrences(of: Vocabulary.british, in: file.text).map {
            Violation(path: file.path, line: $0.line, message: "“\($0.word)” is British; write “\($0.instead)”")
        }
    }

    /// Former names of the library's parts.
    static func replacedNames(_ file: ProjectFile) -> [Violation] {
        guard file.path.hasPrefix("Sources/") else { return [] }
        return Vocabulary.occurrences(of: Vocabulary.replaced, in: file.text).map {
            Violation(path: file.path, line: $0.line, message: "“\($0.word)” is a former name; write “\($0.instead)”")
        }
    }

    /// Options in the texts of the libraries, whose users have no command line.
    static func optionNames(_ file: ProjectFile) -> [Violation] {
        let libraries = ["VarBlur", "VarBlurCodecs", "VarBlurScenes"].map { "Sources/\($0)/" }
        guard libraries.contains(where: file.path.hasPrefix), file.language == .swift else { return [] }
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            let code = line.drop { $0 == " " }
            guard !code.hasPrefix("//"), let quote = code.firstIndex(of: "\"") else { return nil }
            let hasOption = code[quote...].contains(/--[a-z]/)
            let message = "a text of a library names an option"
            return hasOption ? Violation(path: file.path, line: index + 1, message: message) : nil
        }
    }

    /// Tabs, spaces at the ends of lines, and files that do not end with a newline.
    static func whitespace(_ file: ProjectFile) -> [Violation] {
        guard file.isSource || file.name.hasSuffix(".md") else { return [] }
        var violations: [Violation] = []
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            // A document may show a makefile, which needs tabs.
            let hasTab = file.isSource && line.contains("\t")
            let found = hasTab ? "tab" : line.hasSuffix(" ") ? "space at the end of the line" : nil
            if let found { violations.append(Violation(path: file.path, line: index + 1, message: found)) }
        }
        if lines.last != "" {
            violations.append(Violation(path: file.path, line: lines.count, message: "no newline at the end"))
        }
        return violations
    }
}
