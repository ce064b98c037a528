/// Finds the functions and the macros of several lines in a C file, and measures them.
struct CFunctions {
    private(set) var functions: [FunctionLength] = []
    /// The line of a brace without a counterpart, which makes all lengths meaningless.
    private(set) var unbalancedLine: Int?

    init(_ text: String) {
        let code = takeDirectives(from: SourceText(text, language: .c).code)
        var (depth, start, name): (Int, Int, String?) = (0, 0, nil)
        var header: [CodeTokens.Token] = []
        for token in CodeTokens(code).tokens {
            switch token.text {
            case "{":
                if depth == 0 { (start, name) = (header.first?.line ?? token.line, functionName(header)) }
                depth += 1
            case "}":
                depth -= 1
                if depth < 0 { unbalancedLine = unbalancedLine ?? token.line }
                guard depth == 0 else { continue }
                header = []
                if let name {
                    functions.append(FunctionLength(name: name, line: start, lineCount: token.line - start + 1))
                }
            case ";" where depth == 0: header = []
            default: if depth == 0 { header.append(token) }
            }
        }
        if depth > 0 { unbalancedLine = unbalancedLine ?? start }
        functions.sort { $0.line < $1.line }
    }

    /// Blanks the preprocessor directives and lists the macros of several lines.
    private mutating func takeDirectives(from code: [UInt8]) -> [UInt8] {
        var lines = code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        var index = 0
        while index < lines.count {
            let first = index
            guard lines[first].first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "#") else {
                index += 1
                continue
            }
            while index + 1 < lines.count && lines[index].last == UInt8(ascii: "\\") { index += 1 }
            let words = CodeTokens(lines[first]).tokens.map(\.text)
            if index > first, words.count > 2, words[1] == "define" {
                functions.append(FunctionLength(name: words[2], line: first + 1, lineCount: index - first + 1))
            }
            for line in first...index { lines[line] = [] }
            index += 1
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// The name of the function that a header declares, or `nil` for a type or an initializer.
    private func functionName(_ header: [CodeTokens.Token]) -> String? {
        guard header.last?.text == ")", !header.contains(where: { $0.text == "=" }) else { return nil }
        var depth = 0
        for (index, token) in header.enumerated().reversed() {
            if token.text == ")" { depth += 1 }
            if token.text == "(" { depth -= 1 }
            if depth == 0 { return index > 0 ? header[index - 1].text : nil }
        }
        return nil
    }
}
