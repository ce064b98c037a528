import Foundation
import TestSupport

/// The folder of the project.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// The shared library, linked from the objects of the tests and installed in a folder.
final class SharedLibrary: Sendable {
    private let folder: TemporaryDirectory
    /// What linking and installing printed, if it failed.
    let errors: String

    var prefix: URL { folder.url.appending(path: "usr") }
    var libraries: URL { prefix.appending(path: "lib") }

    private init() throws {
        folder = try TemporaryDirectory()
        let build = Program.varblur.url.deletingLastPathComponent()
        let linked = folder.url.appending(path: "linked")
        let script = Program(repository.appending(path: "scripts/link-library").path)
        let link = try script.run([build.path, linked.path])
        let make = try Program(named: "make")?.run([
            "-s", "-C", repository.path, "install-library", "LIBRARY=\(linked.path)", "PREFIX=\(folder.path("usr"))",
        ])
        errors = link.status == 0 && make?.status == 0 ? "" : link.errors + (make?.errors ?? "there is no make")
    }

    /// The library; `nil` where there is none.
    static let shared: SharedLibrary? = {
        #if os(Linux)
            try? SharedLibrary()
        #else
            nil
        #endif
    }()

    /// Variables with which programs find the library when they are compiled and when they run.
    var environment: [String: String] {
        [
            "LD_LIBRARY_PATH": libraries.path, "PKG_CONFIG_PATH": libraries.appending(path: "pkgconfig").path,
            "CMAKE_PREFIX_PATH": prefix.path,
        ]
    }

    /// Compiles a file with a compiler that takes options as those of C do.
    func compile(_ compiler: Program, _ file: String, _ options: [String] = [], to program: String) throws
        -> Program.Outcome
    {
        let includes = ["-I", prefix.appending(path: "include").path, "-L", libraries.path]
        return try compiler.run([file] + includes + ["-o", program] + options, environment: environment)
    }
}
