import Foundation

/// Another program that a test runs.
package struct Program: Sendable {
    /// What a program that has ended leaves.
    package struct Outcome: Sendable {
        /// The exit status, or 128 and the signal's number.
        package let status: Int32
        package let output: Data
        package let errors: String

        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    package let url: URL

    package init(_ path: String) { url = URL(fileURLWithPath: path) }

    /// A program on the search path, if it is there.
    package init?(named name: String) {
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = directories.map { "\($0)/\(name)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
        self.init(path)
    }

    /// The command that was built with the tests.
    package static let varblur: Program = {
        // the directory of the test bundle, wherever the test runner lives
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map { URL(fileURLWithPath: $0) }
        let directory = (bundle ?? Bundle.main.bundleURL.appending(path: "x")).deletingLastPathComponent()
        return Program(directory.appending(path: "varblur").path)
    }()

    /// Whether there are terminals to be had: not everywhere that tests run.
    package static let hasPseudoTerminals: Bool =
        (try? python?.run(["-c", "import pty; pty.openpty()"]).status) == 0

    /// Python with Pillow, if it is there.
    package static let python: Program? = ["/usr/bin/python3", Program(named: "python3")?.url.path].compactMap { $0 }
        .map { Program($0) }.first { (try? $0.run(["-c", "import PIL"]).status) == 0 }

    /// Runs the program to its end, with what is given of the environment beside its own.
    package func run(
        _ arguments: [String] = [], input: Data = Data(), in directory: URL? = nil,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let files = try TemporaryDirectory()
        func file(_ name: String, _ contents: Data = Data()) throws -> FileHandle {
            let url = files.url.appending(path: name)
            try contents.write(to: url)
            return try name == "in" ? FileHandle(forReadingFrom: url) : FileHandle(forWritingTo: url)
        }
        // files instead of pipes: nothing can fill up
        process.standardInput = try file("in", input)
        process.standardOutput = try file("out")
        process.standardError = try file("err")
        try process.run()
        process.waitUntilExit()
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return Outcome(
            status: signal + process.terminationStatus,
            output: try Data(contentsOf: files.url.appending(path: "out")),
            errors: String(decoding: try Data(contentsOf: files.url.appending(path: "err")), as: UTF8.self))
    }
}

/// A directory that goes when the object goes.
package final class TemporaryDirectory: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "varblur-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func path(_ name: String) -> String { url.appending(path: name).path }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: url.appending(path: name))
    }

    package func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appending(path: name))) }

    /// The names of all files in it, hidden ones too.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }
}

/// Images that nobody here made, in the directory that `VARBLUR_CORPUS` names.
package enum Corpus {
    package static let directory = ProcessInfo.processInfo.environment["VARBLUR_CORPUS"].map {
        URL(fileURLWithPath: $0)
    }

    /// The paths of one of the corpus's lists.
    package static func files(_ list: String) throws -> [String] {
        guard let directory else { return [] }
        let text = try String(contentsOf: directory.appending(path: "lists/\(list).txt"), encoding: .utf8)
        return text.split(separator: "\n").map { directory.appending(path: String($0)).path }
    }
}
