/// The name, position and length of a function, or of a body that is like one.
///
/// Computed properties and closures outside of functions count like functions. What is inside a function counts
/// as part of it, except that a nested function is listed on its own too.
struct FunctionLength: Equatable {
    /// The name as in the source; "closure" or "block" for a body without a name.
    let name: String
    /// The line of the declaration, from 1.
    let line: Int
    /// The number of lines from the declaration to the closing brace.
    let lineCount: Int
}

extension FunctionLength {
    /// The functions of a source file, or the line of an unbalanced brace, which would make all lengths wrong.
    static func all(in text: String, _ language: SourceText.Language) -> (functions: [Self], unbalancedLine: Int?) {
        switch language {
        case .swift:
            let swift = SwiftFunctions(text)
            return (swift.functions, swift.unbalancedLine)
        case .c:
            let c = CFunctions(text)
            return (c.functions, c.unbalancedLine)
        }
    }
}
