import Foundation
import VarBlurJSON
import TestSupport
import Testing

@Suite("Processes that draw SVG files")
struct SVGProcessTests {
    private let sandbox: ComposeSandbox

    init() throws {
        sandbox = try ComposeSandbox()
        // noise that is computed again and again
        let filter = #"<filter id="f" width="1" height="1"><feTurbulence numOctaves="9" baseFrequency="0.5"/></filter>"#
        let rectangle = #"<rect width="900" height="900" filter="url(#f)"/>"#
        try sandbox.add(Self.svg(filter + String(repeating: rectangle, count: 50)), "slow.svg")
        try sandbox.add(Self.svg(#"<rect width="900" height="900" fill="lime"/>"#), "quick.svg")
        try sandbox.add("<svg", "damaged.svg")
    }

    private static func svg(_ content: String) -> String {
        #"<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">\#(content)</svg>"#
    }

    private func line(_ image: String, _ options: String = "{}") -> String {
        #"{"scene":{"canvas":{"width":900,"height":900},"layers":[{"type":"image","image":"\#(image)"}]},"#
            + #""output":{"inline":"png"},"options":\#(options)}"#
    }

    #if os(Linux)
        @Test("a drawing that takes too long leaves neither a thread nor a process that works, and the batch goes on")
        func timeouts() throws {
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = Program.varblur.url
            process.arguments = ["compose", "--batch", "--jobs", "1"]
            process.currentDirectoryURL = sandbox.directory.url
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            func perform(_ line: String) throws -> JSONValue {
                try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
                var answer = Data()
                while answer.last != UInt8(ascii: "\n") {
                    let data = output.fileHandleForReading.availableData
                    guard !data.isEmpty else { break }
                    answer += data
                }
                return try JSONParser.value(of: [UInt8](answer))
            }
            func threads() throws -> Int {
                let tasks = "/proc/\(process.processIdentifier)/task"
                return try FileManager.default.contentsOfDirectory(atPath: tasks).count { task in
                    // Pango 1.56 looks for fonts in threads of its own
                    let name = try? String(contentsOfFile: "\(tasks)/\(task)/comm", encoding: .utf8)
                    return name?.hasPrefix("[pango]") == false
                }
            }
            #expect(try perform(line("quick.svg"))["status"] == .string("ok"))
            let first = try threads()
            for _ in 0..<6 {
                let result = try perform(line("slow.svg", #"{"timeout":0.1}"#))
                #expect(result["error"]?["code"] == .string("timeout"), "\(result.text)")
                // one watches the time
                #expect(try threads() <= first + 1)
            }
            #expect(try perform(line("quick.svg"))["status"] == .string("ok"))
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    #endif

    @Test("a sandbox draws them, and goes on after a damaged one")
    func batch() throws {
        let (outcome, results) = try sandbox.batch([line("quick.svg"), line("damaged.svg"), line("quick.svg")])
        #expect(results.map { $0["status"] == .string("ok") } == [true, false, true], "\(outcome.text)")
        #expect(results[1]["error"]?["message"]?.text.contains("cannot be drawn") == true, "\(outcome.text)")
    }

    @Test("a missing program, and one that does not answer, are errors of the images that need it")
    func missing() throws {
        // a copy of the commands, with nothing beside them
        let programs = Program.varblur.url.deletingLastPathComponent()
        try sandbox.directory.addProgram(
            copying: programs.appending(path: "varblur-compose"), named: "alone/varblur-compose")
        let command = try sandbox.directory.addProgram(copying: Program.varblur.url, named: "alone/varblur")
        try sandbox.add(#"{"layers":[{"type":"image","image":"quick.svg"}]}"#, "svg.json")
        func run(_ scene: String) throws -> Program.Outcome {
            try command.run(
                ["compose", "-f", scene, "out.png"], in: sandbox.directory.url, environment: ["PATH": "/nonexistent"])
        }
        let missing = try run("svg.json")
        #expect(
            missing.status == 69 && missing.errors.contains("install the package varblur-scenes"), "\(missing.errors)")
        #expect(try run("scene.json").status == 0)
        try sandbox.directory.addProgram(text: "#!/bin/sh\nexit 0\n", named: "alone/varblur-svg")
        let broken = try run("svg.json")
        #expect(
            broken.status != 0 && broken.errors.contains("error: ") && broken.errors.contains("quick.svg"),
            "\(broken.errors)")
    }
}
