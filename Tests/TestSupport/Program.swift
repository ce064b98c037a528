import Foundation

/// An external program that a test runs.
package struct Program: Sendable {
    /// The result of a program run.
    package struct Outcome: Sendable {
        /// The exit status, or 128 plus the signal number if a signal terminated the program.
        package let status: Int32
        package let output: Data
        package let errors: String

        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    package let url: URL

    package init(_ path: String) { url = URL(fileURLWithPath: path) }

    /// Finds a program in `PATH`; fails if it is not installed.
    package init?(named name: String) {
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = directories.map { "\($0)/\(name)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
        self.init(path)
    }

    /// The `varblur` command of the same build as the tests.
    package static let varblur: Program = {
        // The command is next to the test bundle; the test runner may be elsewhere.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map { URL(fileURLWithPath: $0) }
        let directory = (bundle ?? Bundle.main.bundleURL.appending(path: "x")).deletingLastPathComponent()
        return Program(directory.appending(path: "varblur").path)
    }()

    /// Whether the system provides pseudoterminals, which some sandboxes do not.
    package static let hasPseudoTerminals: Bool =
        (try? python?.run(["-c", "import pty; pty.openpty()"]).status) == 0

    /// A Python interpreter with Pillow, or `nil` if there is none.
    package static let python: Program? = ["/usr/bin/python3", Program(named: "python3")?.url.path].compactMap { $0 }
        .map { Program($0) }.first { (try? $0.run(["-c", "import PIL"]).status) == 0 }

    /// Runs the program, which must succeed, and measures the largest resident memory that it had, in bytes.
    ///
    /// Fails if there is no Python interpreter.
    package func peakMemory(_ arguments: [String], in directory: URL) throws -> Int? {
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
            unit = 1 if sys.platform == 'darwin' else 1024
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
            """
        let outcome = try Self.python?.run(["-c", script, url.path] + arguments, in: directory)
        return outcome.flatMap { Int($0.text.filter(\.isNumber)) }
    }

    /// Runs the program and waits until it exits.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the program name.
    ///   - input: The contents of the standard input.
    ///   - directory: The working directory, or `nil` for the current one.
    ///   - environment: Variables to add to the environment of the tests.
    ///   - processorSeconds: The processor time after which the system terminates the program with `SIGXCPU`, or `nil`
    ///     for no limit.
    /// - Returns: The exit status and the output.
    /// - Throws: An error if the program cannot be started.
    package func run(
        _ arguments: [String] = [], input: Data = Data(), in directory: URL? = nil,
        environment: [String: String] = [:], processorSeconds: Int? = nil
    ) throws -> Outcome {
        let process = Process()
        if let processorSeconds {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "ulimit -t \(processorSeconds) && exec \"$0\" \"$@\"", url.path] + arguments
        } else {
            process.executableURL = url
            process.arguments = arguments
        }
        process.currentDirectoryURL = directory
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let files = try TemporaryDirectory()
        func file(_ name: String, _ contents: Data = Data()) throws -> FileHandle {
            let url = files.url.appending(path: name)
            try contents.write(to: url)
            return try name == "in" ? FileHandle(forReadingFrom: url) : FileHandle(forWritingTo: url)
        }
        // Files instead of pipes: a pipe that nobody reads blocks the program when it is full.
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
