import Foundation
import Testing

/// A region between two marks in a source file of compiled examples.
struct ExampleRegion {
    let name: String
    /// Without common indentation.
    let lines: [String]
    /// The modules that the source file imports.
    let imports: [String]

    /// All regions of a source file.
    static func regions(of text: String) -> [ExampleRegion] {
        let imports = SourceFile(path: "Sources/Examples/file.swift", text: text).imports
        var regions: [ExampleRegion] = []
        var open: (name: String, lines: [String])?
        for line in text.components(separatedBy: "\n") {
            let content = line.trimmingCharacters(in: .whitespaces)
            if content.hasPrefix("// example: ") {
                open = (String(content.dropFirst("// example: ".count)), [])
            } else if content == "// end", let region = open {
                regions.append(ExampleRegion(name: region.name, lines: unindented(region.lines), imports: imports))
                open = nil
            } else {
                open?.lines.append(line)
            }
        }
        return regions
    }

    /// All regions of the compiled examples.
    static func all() throws -> [ExampleRegion] {
        let folder = repository.appending(path: "Tests/DocumentationExamples")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap {
            regions(of: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }

    static func unindented(_ lines: [String]) -> [String] {
        let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
        let common = indents.min() ?? 0
        return lines.map { String($0.dropFirst(common)) }
    }
}

@Suite("The examples in the documents")
struct ExampleTests {
    private let regions: [ExampleRegion]

    init() throws { regions = try ExampleRegion.all() }

    @Test("every block of Swift is compiled", arguments: Document.all)
    func compiled(document: Document) {
        for block in document.codeBlocks where block.language == "swift" {
            expectCompiled(block.lines, "\(document.path):\(block.line)")
        }
    }

    @Test("every block of Swift in a comment of the libraries is compiled")
    func compiledComments() throws {
        for file in try SourceFile.all() where file.path.hasSuffix(".swift") {
            let comments = file.text.components(separatedBy: "\n").map { line in
                let content = line.trimmingCharacters(in: .whitespaces)
                return content.hasPrefix("///") ? String(content.dropFirst(content.hasPrefix("/// ") ? 4 : 3)) : ""
            }
            for block in Document(path: file.path, text: comments.joined(separator: "\n")).codeBlocks {
                expectCompiled(block.lines, "\(file.path):\(block.line)")
            }
        }
    }

    @Test("every compiled example is in a document")
    func used() throws {
        let texts = Document.all.map { $0.lines.joined(separator: "\n") } + (try SourceFile.all().map(\.text))
        for region in regions {
            // comments of the sources have a prefix
            let line = try #require(region.lines.first { !$0.isEmpty })
            #expect(texts.contains { $0.contains(line) }, "no document shows the example '\(region.name)'")
        }
    }

    @Test("the README shows both libraries")
    func readme() throws {
        let blocks = try Document(path: "README.md").codeBlocks.filter { $0.language == "swift" }
        #expect(blocks.map { $0.lines.first } == ["import VarBlur", "import VarBlurCodecs"])
    }

    @Test("marked regions are found, and lose their indentation")
    func parser() {
        let text = "import A\nfunc f() {\n    // example: x\n    if a {\n        b\n    }\n    // end\n}\n"
        let regions = ExampleRegion.regions(of: text)
        #expect(regions.map(\.name) == ["x"])
        #expect(regions.map(\.lines) == [["if a {", "    b", "}"]])
        #expect(regions.map(\.imports) == [["A"]])
    }

    private func expectCompiled(_ block: [String], _ location: String) {
        let imports = block.filter { $0.hasPrefix("import ") }.map { String($0.dropFirst("import ".count)) }
        let code = Array(block.filter { !$0.hasPrefix("import ") }.drop { $0.isEmpty })
        let isCompiled = regions.contains { $0.lines == code && Set(imports).isSubset(of: $0.imports) }
        #expect(isCompiled, "\(location) equals no example in Tests/DocumentationExamples")
    }
}
