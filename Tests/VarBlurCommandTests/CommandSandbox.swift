import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// A temporary directory with an image `in.png`, in which tests run the command.
struct CommandSandbox {
    let directory: TemporaryDirectory
    /// The contents of `in.png`.
    let image: [UInt8]

    init(_ format: PixelFormat = PixelFormat(.rgb)) throws {
        directory = try TemporaryDirectory()
        image = try PixelBuffer.noise(Size(32, 24), format).encoded(.png)
        try write(image, "in.png")
    }

    /// A directory with the same files and links.
    init(copying other: CommandSandbox) throws {
        (directory, image) = (try TemporaryDirectory(), other.image)
        let (from, to) = (other.directory.path("."), directory.path("."))
        let outcome = try Program(named: "cp")?.run(["-a", from, to])
        #expect(outcome?.status == 0)
    }

    func write(_ bytes: [UInt8], _ name: String) throws { try directory.write(bytes, to: name) }

    func read(_ name: String) throws -> [UInt8] { try directory.read(name) }

    func run(_ arguments: String..., input: [UInt8] = []) throws -> Program.Outcome { try run(arguments, input: input) }

    /// The same, with a list of arguments.
    func run(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], processorSeconds: Int? = nil
    ) throws -> Program.Outcome {
        try withExtendedLifetime(directory) {
            try Program.varblur.run(
                arguments, input: Data(input), in: directory.url, environment: environment,
                processorSeconds: processorSeconds)
        }
    }

    /// Runs the command, which must exit with this status.
    @discardableResult
    func check(_ arguments: [String], input: [UInt8] = [], status: Int32 = 0) throws -> Program.Outcome {
        let outcome = try run(arguments, input: input)
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        return outcome
    }

    /// Blurs an image into `out.png`.
    func blur(
        _ arguments: [String], of name: String = "in.png", input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Program.Outcome {
        try run(arguments + ["--force", name, "out.png"], input: input, environment: environment)
    }

    /// The sample values of the blurred image.
    func pixels(
        _ arguments: [String], of name: String = "in.png", input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> [Int] {
        let outcome = try blur(arguments, of: name, input: input, environment: environment)
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return try PixelBuffer.decoded(read("out.png")).sampleValues()
    }
}

extension CommandSandbox {
    /// Writes the image under other names, and creates their directories.
    func add(_ names: String...) throws {
        for name in names {
            let url = directory.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(image).write(to: url)
        }
    }

    /// Creates a symbolic link.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: directory.path(name), withDestinationPath: target)
    }

    /// Creates a pipe with a name.
    func pipe(_ name: String) throws {
        try #require(mkfifo(directory.path(name), 0o600) == 0)
    }

    /// The sorted paths of all files in a directory and its subdirectories.
    func tree(_ name: String) -> [String] {
        let walker = FileManager.default.enumerator(atPath: directory.path(name))
        let all = (walker?.allObjects as? [String]) ?? []
        return all.filter { path in
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: directory.path("\(name)/\(path)"), isDirectory: &isDirectory)
            return !isDirectory.boolValue
        }.sorted()
    }
}

extension CommandSandbox {
    /// Runs a batch with these lines as its input.
    func batch(_ lines: [String], _ arguments: String...) throws -> (outcome: Program.Outcome, results: [JSONValue]) {
        let outcome = try run(["batch"] + arguments, input: Array(lines.map { $0 + "\n" }.joined().utf8))
        return (outcome, try JSONValue.lines(outcome.output))
    }

    /// A line of a batch.
    static func job(_ input: String, _ output: String, id: String = "null", options: String = "{}") -> String {
        #"{"id":\#(id),"input":"\#(input)","output":"\#(output)","options":\#(options)}"#
    }
}

extension JSONValue {
    /// Parses each line of a text.
    static func lines(_ data: Data) throws -> [JSONValue] {
        try data.split(separator: 0x0A).map { try JSONParser.value(of: Array($0)) }
    }

    var values: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
