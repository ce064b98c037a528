/// Finds the functions of a Swift file and measures them.
struct SwiftFunctions {
    private enum Scope {
        /// A file, a type or an extension.
        case declarations
        /// The body of a function, an accessor or a closure, measured if it has a name.
        case body(name: String?, line: Int)
    }

    private static let typeKeywords: Set = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let functionKeywords: Set = ["func", "init", "deinit", "subscript"]
    private static let propertyKeywords: Set = ["var", "let"]

    private(set) var functions: [FunctionLength] = []
    /// The line of a brace without a counterpart, which makes all lengths meaningless.
    private(set) var unbalancedLine: Int?
    private var scopes: [Scope] = [.declarations]
    /// The tokens since the previous brace or semicolon.
    private var header: [CodeTokens.Token] = []

    init(_ text: String) {
        let tokens = CodeTokens(SourceText(text, language: .swift).code).tokens
        for token in tokens {
            switch token.text {
            case "{": open(at: token.line)
            case "}": close(at: token.line)
            case ";": header = []
            default: header.append(token)
            }
        }
        if scopes.count > 1 { unbalancedLine = unbalancedLine ?? tokens.last?.line }
        functions.sort { $0.line < $1.line }
    }

    private mutating func open(at line: Int) {
        scopes.append(scope(line))
        header = []
    }

    private mutating func close(at line: Int) {
        header = []
        guard scopes.count > 1, let scope = scopes.popLast() else {
            unbalancedLine = unbalancedLine ?? line
            return
        }
        guard case .body(let name?, let start) = scope else { return }
        functions.append(FunctionLength(name: name, line: start, lineCount: line - start + 1))
    }

    /// The kind of scope that the header introduces.
    private func scope(_ line: Int) -> Scope {
        let isInBody = if case .body? = scopes.last { true } else { false }
        guard let index = keywordIndex() else { return .body(name: isInBody ? nil : "block", line: line) }
        let (keyword, start) = (header[index].text, header[index].line)
        if Self.typeKeywords.contains(keyword) { return .declarations }
        if Self.functionKeywords.contains(keyword) {
            return .body(name: keyword == "func" ? name(after: index) : keyword, line: start)
        }
        guard !isInBody else { return .body(name: nil, line: line) }
        let isInitialized = header[index...].contains { $0.text == "=" }
        return isInitialized ? .body(name: "closure", line: line) : .body(name: name(after: index), line: start)
    }

    /// The index of the last declaration keyword outside of parentheses and brackets.
    private func keywordIndex() -> Int? {
        var (depth, result) = (0, Int?.none)
        for (index, token) in header.enumerated() {
            if "([".contains(token.text) { depth += 1 }
            // A header that begins after a closure argument closes parentheses that it does not open.
            if ")]".contains(token.text) { depth = max(depth - 1, 0) }
            if depth == 0 && isKeyword(at: index) { result = index }
        }
        return result
    }

    private func isKeyword(at index: Int) -> Bool {
        let text = header[index].text
        let keywords = [Self.typeKeywords, Self.functionKeywords, Self.propertyKeywords]
        guard keywords.contains(where: { $0.contains(text) }) else { return false }
        let isQualified = index > 0 && [".", "`"].contains(header[index - 1].text)
        let isLabel = index + 1 < header.count && header[index + 1].text == ":"
        return !isQualified && !isLabel
    }

    /// The identifier or operator after a keyword.
    private func name(after index: Int) -> String {
        header[(index + 1)...].prefix { !["(", "<", ":"].contains($0.text) || $0 == header[index + 1] }
            .map(\.text).joined()
    }
}
