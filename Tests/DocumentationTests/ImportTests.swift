import Foundation
import Testing

@Suite("The import tables of docs/architecture.md")
struct ImportTests {
    /// Modules of the toolchain, which no manifest declares.
    private static let toolchainModules: Set = [
        "Glibc", "Musl", "Darwin", "Synchronization", "CoreGraphics", "CoreVideo",
    ]

    private let architecture: Document
    /// The imports that the table allows each target.
    private let allowed: [String: Set<String>]

    init() throws {
        architecture = try Document(path: "docs/architecture.md")
        allowed = architecture.table("imports").reduce(into: [:]) { allowed, row in
            for target in row[0].codeWords { allowed[target] = Set(row[2].codeWords) }
        }
    }

    @Test("every target has a row, and every row a target")
    func targets() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: "Sources").path)
        #expect(allowed.keys.sorted() == folders.sorted())
    }

    @Test("each target imports exactly what the table allows")
    func imports() throws {
        var found: [String: Set<String>] = [:]
        for file in try SourceFile.all() {
            for name in file.imports where !Self.isSystemHeader(name, of: file) {
                found[file.target, default: []].insert(name)
                #expect(allowed[file.target]?.contains(name) == true, "\(file.path) imports \(name)")
            }
        }
        for (target, names) in allowed {
            // targets in C include the headers of other targets, whose modules are the dependencies
            let modules =
                target.hasPrefix("C") || ["varblur-heif", "varblur-svg"].contains(target) ? Set(allowed.keys) : []
            #expect(
                names.subtracting(modules) == found[target, default: []],
                "\(target) does not import all that the table says")
        }
    }

    @Test("the manifest has the same dependencies")
    func manifest() throws {
        let manifest = try PackageManifest()
        let modules = Set(allowed.keys)
        for (target, names) in allowed {
            #expect(
                manifest.dependencies[target] == names.intersection(modules), "\(target) depends on other targets")
        }
    }

    @Test("confined imports stay where the table says")
    func confinedImports() throws {
        let rows = architecture.table("confined imports")
        #expect(!rows.isEmpty)
        for row in rows {
            let (name, folders) = (try #require(row[0].codeWords.first), row[1].codeWords)
            let files = try SourceFile.all().filter { $0.imports.contains(name) }
            #expect(!files.isEmpty, "nothing imports \(name)")
            for file in files {
                #expect(folders.contains { file.path.hasPrefix($0) }, "\(file.path) imports \(name)")
            }
        }
    }

    @Test("no library or program uses Foundation")
    func foundation() throws {
        for file in try SourceFile.all() {
            #expect(!file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path)")
        }
    }

    @Test("imports and dependencies are recognized in all their forms")
    func parser() {
        let swift =
            "internal import A\n@testable import B\n    @_exported public import C\n// import D\nimport struct E.F\n"
        #expect(SourceFile(path: "Sources/X/a.swift", text: swift).imports == ["A", "B", "C", "E"])
        let header = "#include <png.h>\n#  include <sys/types.h>\n#include \"own.h\"\n"
        #expect(SourceFile(path: "Sources/X/a.c", text: header).imports == ["png", "sys/types"])
        let manifest = PackageManifest(
            """
            targets: [
                .target(name: "A"),
                .testTarget(name: "B", dependencies: ["A", .product(name: "P", package: "q")], exclude: ["x"]),
            ]
            """)
        #expect(manifest.dependencies == ["A": [], "B": ["A", "P"]])
    }

    /// Whether a header belongs to the C library or the compiler.
    private static func isSystemHeader(_ name: String, of file: SourceFile) -> Bool {
        let libraries: Set = [
            "png", "jpeglib", "jerror", "isa-l", "libdeflate", "zlib", "expat", "webp/decode", "webp/encode",
            "cairo", "pango/pangocairo", "lcms2", "libheif/heif", "jxl/decode", "jxl/encode",
            "jxl/thread_parallel_runner",
        ]
        return !file.path.hasSuffix(".swift") && !libraries.contains(name)
    }
}
