import Foundation
import Testing

@Suite("The documents")
struct DocumentTests {
    @Test("the README has at most 120 lines")
    func readmeLength() throws {
        let readme = try Document(path: "README.md")
        #expect(readme.lines.count - 1 <= 120)
    }

    @Test("the documents that the README names are found")
    func documents() {
        let paths = Document.all.map(\.path)
        for path in ["README.md", "docs/library.md", "docs/architecture.md", "Tests/soak.md", "Benchmarks/REPORT.md"] {
            #expect(paths.contains(path))
        }
    }

    @Test("every relative link leads to a file and a heading", arguments: Document.all)
    func links(document: Document) throws {
        let folder = repository.appending(path: document.path).deletingLastPathComponent()
        for (line, target) in document.links where !target.contains("://") {
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let file = parts[0].isEmpty ? repository.appending(path: document.path) : folder.appending(path: parts[0])
            let exists = FileManager.default.fileExists(atPath: file.path)
            #expect(exists, "\(document.path):\(line): \(target) does not exist")
            guard exists, parts.count > 1 else { continue }
            let linked = Document(path: target, text: try String(contentsOf: file, encoding: .utf8))
            #expect(
                linked.anchors.contains(String(parts[1])), "\(document.path):\(line): \(target) has no such heading")
        }
    }

    @Test("links and headings are found in text, not in code")
    func parser() {
        let text = "# A `b`: c\n[x](y.md#z) ![i](j.png)\n```swift\nlet a = [b](c)\n# d\n```\n"
        let document = Document(path: "", text: text)
        #expect(document.links.map(\.target) == ["y.md#z", "j.png"])
        #expect(document.anchors == ["a-b-c"])
        #expect(document.codeBlocks.map(\.lines) == [["let a = [b](c)", "# d"]])
        #expect(document.codeBlocks.map(\.line) == [4])
    }

    /// The folders at the top, which a name in backticks may stand for.
    private static let folders =
        (try? FileManager.default.contentsOfDirectory(atPath: repository.appending(path: ".").path)) ?? []

    @Test("the names of types and folders in docs/architecture.md exist in the sources")
    func typeNames() throws {
        let files = try SourceFile.all() + SourceFile.all(in: "Preview/Sources")
        let words = files.reduce(into: Set<Substring>()) { words, file in
            words.formUnion(file.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
            words.formUnion(file.path.split(separator: "/").dropLast())
        }
        for (line, text) in try Document(path: "docs/architecture.md").prose {
            for word in text.codeWords where word.wholeMatch(of: /[A-Z][A-Za-z]+(\.[a-z][A-Za-z]*)?/) != nil {
                for part in word.split(separator: ".") {
                    #expect(
                        words.contains(part) || Self.folders.contains(word),
                        "docs/architecture.md:\(line): there is no \(part)")
                }
            }
        }
    }

    @Test(
        "every public type is in a topic of its library's landing page",
        arguments: ["VarBlur", "VarBlurCodecs", "VarBlurScenes"])
    func topics(library: String) throws {
        let page = try Document(path: "Sources/\(library)/\(library).docc/\(library).md")
        let topics = page.lines.filter { $0.hasPrefix("- ``") }.map { String($0.dropFirst(4).dropLast(2)) }
        let files = try SourceFile.all().filter { $0.path.hasPrefix("Sources/\(library)/") }
        let declaration =
            /(?m)^(?:@\w+ )*public (?:final |indirect )?(?:struct|class|enum|protocol|actor|typealias|func) (\w+)/
        let types = files.flatMap { $0.text.matches(of: declaration).map { String($0.output.1) } }
        #expect(types.count > 10)
        #expect(topics.sorted() == types.sorted())
    }
}
