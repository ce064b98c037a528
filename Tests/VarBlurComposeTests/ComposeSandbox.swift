import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// A temporary directory with a scene `scene.json` and an image `photo.png`, in which tests run `varblur compose`.
struct ComposeSandbox {
    let directory: TemporaryDirectory

    /// The root directory of the project.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A red canvas of 40×30 pixels with a box of 20×10 pixels at its top left corner, which turns from blue to white.
    static let scene = """
        {"canvas":{"width":40,"height":30,"background":"#ff0000"},
         "layers":[{"type":"fill","id":"box","paint":{"from":"#0000ff","to":"#ffffff"},"width":20,"height":10,
                    "alignment":"topLeading"}]}
        """

    /// A scene of the size of its only image.
    static func photo(_ path: String) -> String { #"{"layers":[{"type":"image","id":"photo","image":"\#(path)"}]}"# }

    init() throws {
        directory = try TemporaryDirectory()
        try add(Self.scene, "scene.json")
        try directory.write(try PixelBuffer.noise(Size(32, 24), PixelFormat(.rgb)).encoded(.png), to: "photo.png")
    }

    /// Writes a text file, and creates its directory.
    func add(_ text: String, _ name: String) throws {
        let url = directory.url.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func compose(_ arguments: String..., input: String = "") throws -> Program.Outcome {
        try Program.varblur.run(["compose"] + arguments, input: Data(input.utf8), in: directory.url)
    }

    /// Runs a command that must succeed without a message; returns its output.
    @discardableResult
    func draw(_ arguments: String..., input: String = "") throws -> Data { try draw(arguments, input: input) }

    /// The same, with a list of arguments.
    @discardableResult
    func draw(_ arguments: [String], input: String = "") throws -> Data {
        let outcome = try Program.varblur.run(["compose"] + arguments, input: Data(input.utf8), in: directory.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
        return outcome.output
    }

    /// Runs a command that must fail and change no file; returns its messages.
    func message(_ status: Int32, _ arguments: String..., input: String = "") throws -> String {
        let before = try directory.names()
        let outcome = try Program.varblur.run(["compose"] + arguments, input: Data(input.utf8), in: directory.url)
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        #expect(
            outcome.output.isEmpty && outcome.errors.hasPrefix("varblur: error: "), "\(arguments): \(outcome.errors)")
        #expect(try directory.names() == before, "\(arguments)")
        return outcome.errors
    }

    /// Runs a batch of scenes with these lines as its input.
    func batch(_ lines: [String], _ arguments: String...) throws -> (outcome: Program.Outcome, results: [JSONValue]) {
        let input = Data(lines.map { $0 + "\n" }.joined().utf8)
        let outcome = try Program.varblur.run(["compose", "--batch"] + arguments, input: input, in: directory.url)
        return (outcome, try Self.results(outcome))
    }

    /// The lines that a batch wrote.
    static func results(_ outcome: Program.Outcome) throws -> [JSONValue] {
        try outcome.text.split(separator: "\n").map { try JSONParser.value(of: Array($0.utf8)) }
    }

    func picture(_ name: String) throws -> PixelBuffer { try PixelBuffer.decoded(directory.read(name)) }

    /// The color of a pixel of an image file.
    func color(_ name: String, _ x: Int, _ y: Int) throws -> [Int] {
        let picture = try picture(name)
        return (0..<picture.format.channels.count).map { picture[x, y, $0] }
    }
}

extension JSONValue {
    /// Parses the list of values of a scene, a line of `--json lines`, or the only result of `--json`.
    static func report(_ data: Data) throws -> JSONValue {
        let value = try JSONParser.value(of: [UInt8](data))
        guard case .array(let results)? = value["results"] else { return value }
        return try #require(results.count == 1 ? results.first : nil)
    }
}

/// Validates lines against a schema of the project.
func checkSchema(_ name: String, _ lines: [String], isValid: Bool = true) throws {
    let schema = ComposeSandbox.repository.appending(path: "share/varblur/\(name).schema.json").path
    #expect(try SchemaCheck.problems(schema, lines, isValid: isValid) == "")
}
