import Foundation

/// A source file of a target in `Sources`.
struct SourceFile {
    /// The path in the project.
    let path: String
    let text: String
    /// The modules that a Swift file imports, and the headers outside of the project that a C file includes, without `.h`.
    let imports: [String]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        imports =
            path.hasSuffix(".swift")
            ? text.matches(
                of:
                    /(?m)^[ \t]*(?:@\w+ )*(?:(?:public|package|internal|private|fileprivate) )?import (?:(?:struct|class|enum|func|var|let|protocol|typealias) )?(\w+)/
            )
            .map { String($0.output.1) }
            : text.matches(of: /(?m)^[ \t]*#[ \t]*include[ \t]*<([^>]+)\.h>/).map { String($0.output.1) }
    }

    /// The target: the first folder below `Sources`.
    var target: String { String(path.split(separator: "/")[1]) }

    private static let sources = Result { try read("Sources") }

    /// All Swift and C files below a folder.
    static func all(in path: String = "Sources") throws -> [SourceFile] {
        path == "Sources" ? try sources.get() : try read(path)
    }

    private static func read(_ path: String) throws -> [SourceFile] {
        let folder = repository.appending(path: path)
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.sorted().filter { ["swift", "c", "h"].contains(URL(fileURLWithPath: $0).pathExtension) }.map {
            SourceFile(
                path: "\(path)/\($0)", text: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }
}

/// The targets in the package's manifest.
struct PackageManifest {
    /// The targets and products that each target depends on.
    let dependencies: [String: Set<String>]

    init() throws {
        self.init(try String(contentsOf: repository.appending(path: "Package.swift"), encoding: .utf8))
    }

    init(_ text: String) {
        var dependencies: [String: Set<String>] = [:]
        for part in text.split(separator: /\.(?:target|executableTarget|testTarget|systemLibrary|library)\(/)
            .dropFirst()
        {
            guard let name = part.firstMatch(of: /named?: "([^"]+)"/)?.output.1 else { continue }
            // up to the bracket that closes the list
            let list = part.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1 ?? ""
            let products = list.matches(of: /\.product\(name: "([^"]+)", package: "[^"]+"\)/).map {
                String($0.output.1)
            }
            let targets = list.replacing(/\.product\([^)]*\)/, with: "").matches(of: /"([^"]+)"/).map {
                String($0.output.1)
            }
            dependencies[String(name)] = Set(products + targets)
        }
        self.dependencies = dependencies
    }
}
