import Foundation
import PlainJSON
import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

@Suite("The memory of a run")
struct PeakMemoryTests {
    /// Runs a program, and prints the largest resident memory in bytes that it had.
    private static let script = """
        import resource, subprocess, sys
        subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
        unit = 1 if sys.platform == 'darwin' else 1024
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
        """

    private func peak(_ sandbox: CommandSandbox, _ arguments: [String]) throws -> Int {
        let python = try #require(Program.python)
        let outcome = try python.run(
            ["-c", Self.script, Program.varblur.url.path, "-f"] + arguments, in: sandbox.directory.url)
        return try #require(Int(outcome.text.filter(\.isNumber)), "\(outcome.errors)")
    }

    @Test(
        "is at most twice the estimate, apart from that of an empty process",
        arguments: [["--direction", "top"], ["--direction", "left"], ["--edges", "wrap"]], ["png", "jpg"])
    func peak(arguments: [String], type: String) throws {
        let sandbox = try CommandSandbox()
        let encoding: ImageEncoding = type == "png" ? .png : .jpeg(JPEGStyle(.yCbCr), quality: 90)
        try sandbox.write(try PixelBuffer.noise(Size(1600, 1200)).encoded(encoding), "big.\(type)")
        let names = ["big.\(type)", "out.\(type)"]
        let plan = try Program.varblur.run(
            ["--dry-run", "--json=lines"] + arguments + names, in: sandbox.directory.url)
        let memory = try JSONValue.lines(plan.output).first?["memory"]?.text
        let estimate = try #require(memory.flatMap { Int($0) }, "\(plan.errors)")
        let used = try peak(sandbox, arguments + names) - peak(sandbox, ["in.png", "small.png"])
        #expect(used <= 2 * estimate && estimate < 200 << 20, "\(used) bytes, estimated as \(estimate)")
    }
}
