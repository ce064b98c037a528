import Foundation
import Testing

@Suite("The folder tables of docs/architecture.md")
struct FolderTests {
    /// The targets whose folders form layers.
    private static let targets = ["VarBlur", "VarBlurCodecs", "VarBlurScenes", "VarBlurCommand", "VarBlurCompose"]

    @Test("have a row for every folder, in the order of the layers", arguments: targets)
    func layers(target: String) throws {
        let layers = try Document(path: "docs/architecture.md").table("folders of \(target)").compactMap {
            $0[0].codeWords.first
        }
        let files = try SourceFile.all().filter { $0.target == target && $0.path.hasSuffix(".swift") }
        #expect(Set(layers) == Set(files.map(\.folder)))
        let layerOfType = Self.layerOfType(files, layers)
        for file in files {
            guard let layer = layers.firstIndex(of: file.folder) else { continue }
            for name in file.usedNames {
                guard let other = layerOfType[name], other > layer else { continue }
                Issue.record("\(file.path) uses \(name), which belongs to the folder \(layers[other]) further down")
            }
        }
    }

    /// The layers of the types that only one folder declares.
    private static func layerOfType(_ files: [SourceFile], _ layers: [String]) -> [String: Int] {
        var found: [String: Set<String>] = [:]
        for file in files { for name in file.declaredTypes { found[name, default: []].insert(file.folder) } }
        return found.compactMapValues { $0.count == 1 ? $0.first.flatMap(layers.firstIndex) : nil }
    }

    @Test("code is searched for types, and comments and texts are not")
    func parser() {
        let text = "/// Uses A.\npackage final class B {}\nlet c = \"D\" // E\nlet f = Set<G>()\n"
        let file = SourceFile(path: "Sources/X/Folder/Inner/a.swift", text: text)
        #expect(file.folder == "Folder" && file.declaredTypes == ["B"])
        #expect(file.usedNames == ["B", "G", "Set"])
    }
}

extension SourceFile {
    /// The folder in the target.
    fileprivate var folder: String { String(path.split(separator: "/")[2]) }

    /// The text without comments and literal texts.
    private var code: String {
        text.replacing(/"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"/, with: "\"\"").replacing(/\/\/[^\n]*/, with: "")
    }

    /// The types that the file declares at its top level.
    fileprivate var declaredTypes: [String] {
        code.matches(
            of:
                /(?m)^(?:@\w+ )*(?:(?:public|package|final|indirect) )*(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w*)/
        ).map { String($0.output.1) }
    }

    /// The names in the code that begin with a capital letter.
    fileprivate var usedNames: Set<String> { Set(code.matches(of: /\b[A-Z]\w*/).map { String($0.output) }) }
}
