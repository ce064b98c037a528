import Foundation
import TestSupport
import Testing

/// A program on the page of the C library.
struct PageExample: Sendable, CustomTestStringConvertible {
    /// A language of which the page has examples.
    enum Language: String, CaseIterable {
        case c
        case cpp
        case rust
        case go
        case python

        var compiler: String {
            switch self {
            case .c: "clang"
            case .cpp: "clang++"
            case .rust: "rustc"
            case .go: "go"
            case .python: "python3"
            }
        }

        /// Whether the compiler is installed; that of C comes with Swift.
        var isInstalled: Bool { self == .c || Program(named: compiler) != nil }
    }

    let language: Language
    /// What only this example contains, of those in its language.
    let mark: String

    init(_ language: Language, _ mark: String = "") { (self.language, self.mark) = (language, mark) }

    var testDescription: String { "\(language.rawValue) \(mark)" }

    /// The programs that blur a PPM image, all in the same way.
    static let all =
        Language.allCases.map { PageExample($0, $0 == .c ? "malloc(width" : "") } + [PageExample(.c, "read_row")]

    /// Writes the source into a folder, and returns its path.
    func source(in folder: TemporaryDirectory) throws -> String {
        let page = try String(contentsOf: repository.appending(path: "docs/c-library.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```\(language.rawValue)\n").dropFirst().compactMap { part in
            part.range(of: "\n```\n").map { String(part[..<$0.lowerBound]) }
        }
        let block = try #require(blocks.first { mark.isEmpty || $0.contains(mark) })
        let ending = ["rust": "rs", "python": "py"][language.rawValue] ?? language.rawValue
        let source = folder.url.appending(path: "example.\(ending)")
        try (block + "\n").write(to: source, atomically: true, encoding: .utf8)
        return source.path
    }

    /// Compiles the example into a folder; returns the program to run, and its arguments.
    func built(
        in folder: TemporaryDirectory, _ library: SharedLibrary
    ) throws -> (program: Program, arguments: [String]) {
        let source = try source(in: folder)
        let compiler = try #require(Program(named: language.compiler))
        let program = folder.path("example")
        var outcome: Program.Outcome?
        switch language {
        case .c:
            let flags = try #require(Program(named: "pkg-config")).run(
                ["--cflags", "--libs", "varblur"], environment: library.environment)
            outcome = try compiler.run(
                ["-Wall", "-Wextra", "-Werror", source, "-o", program]
                    + flags.text.split(whereSeparator: \.isWhitespace).map(String.init))
        case .cpp:
            outcome = try library.compile(
                compiler, source, ["-std=c++17", "-Wall", "-Werror", "-lvarblur"], to: program)
        case .rust: outcome = try compiler.run(["-L", library.libraries.path, source, "-o", program])
        case .go: outcome = try compiler.run(["build", "-o", program, source], environment: library.environment)
        case .python: return (compiler, [source])
        }
        #expect(outcome?.status == 0, "\(outcome?.errors ?? "")")
        return (Program(program), [])
    }
}
