import Foundation
import VarBlurJSON
import TestSupport
import Testing

/// Images that would be written into the stream of results.
@Suite("Paths of standard streams")
struct StreamIdentityTests {
    /// Runs a script in bash, with the command as `$varblur`.
    private func run(_ script: String, in sandbox: CommandSandbox) throws -> Program.Outcome {
        let bash = try #require(Program(named: "bash"))
        return try bash.run(
            ["-c", script], in: sandbox.directory.url, environment: ["varblur": Program.varblur.url.path])
    }

    /// Paths of standard output, written from the directory of the sandbox.
    private func paths(_ sandbox: CommandSandbox) throws -> [String] {
        let directory = sandbox.directory.url
        func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: directory.appending(path: name).path, withDestinationPath: target)
        }
        try link("direct", "/dev/stdout")
        try link("indirect", "direct")
        try link("folder", "/dev/fd")
        try link("self", "/proc/self/fd/../fd/1")
        let up = String(repeating: "../", count: directory.pathComponents.count)
        return [
            "-", "/dev/stdout", "/dev/fd/1", "/dev/fd/../fd/1", "/dev/./stdout", "//dev/stdout", "direct", "./indirect",
            "folder/1", "\(up)dev/stdout", "self", "/proc/self/fd/1", "/proc/self/../self/fd/1",
            "/proc/self/root/dev/stdout",
            "/proc/PROCESS/fd/1", "/proc/PROCESS/task/PROCESS/fd/1",
        ]
    }

    @Test(
        "No job of a batch reaches the stream of results, or of messages", arguments: ["| cat", "> file", "2>&1 | cat"])
    func batch(redirection: String) throws {
        let sandbox = try CommandSandbox()
        var paths = try paths(sandbox)
        if redirection == "> file" { paths += ["file", "./file"] }
        let jobs = (paths + ["out.png"]).map {
            CommandSandbox.job("in.png", $0, options: #"{"force":true,"format":"png"}"#)
        }
        try sandbox.write(Array(jobs.map { $0 + "\n" }.joined().utf8), "template")
        let script = """
            bash -c 'sed "s/PROCESS/$$/g" template > jobs; exec "$varblur" batch --quiet < jobs' \(redirection)
            if [ -e file ]; then cat file; fi
            """
        let outcome = try run(script, in: sandbox)
        let results = try JSONValue.lines(outcome.output)
        try #require(results.count == jobs.count, "\(outcome.text)\(outcome.errors)")
        for (path, result) in zip(paths, results) {
            let message = result["error"]?["message"]?.string ?? ""
            #expect(message.contains("'output' is a standard stream"), "\(path): \(result.text)")
        }
        #expect(results.last?["status"] == .string("ok"))
    }

    @Test("A named pipe that is standard output is recognized by all its names")
    func namedPipe() throws {
        let sandbox = try CommandSandbox()
        let names = ["pipe", "./pipe", "link", "\(sandbox.directory.url.path)/pipe"]
        let jobs = names.map { CommandSandbox.job("in.png", $0, options: #"{"format":"png"}"#) + "\n" }.joined()
        try sandbox.write(Array(jobs.utf8), "jobs")
        let script = """
            mkfifo pipe && ln -s pipe link
            cat pipe & "$varblur" batch < jobs > pipe; wait
            cat pipe & "$varblur" --json --format png in.png link > pipe; echo "status $?" >&2; wait
            """
        let outcome = try run(script, in: sandbox)
        let results = try JSONValue.lines(outcome.output)
        #expect(results.count == names.count, "\(outcome.text)")
        for result in results { #expect(result["error"]?["code"] == .string("malformedLine"), "\(result.text)") }
        #expect(outcome.errors.contains("--json writes its report") && outcome.errors.hasSuffix("status 64\n"))
    }

    @Test("With --json, no image is written to standard output", arguments: ["document", "lines"])
    func report(form: String) throws {
        let sandbox = try CommandSandbox()
        for path in try paths(sandbox) where !path.contains("PROCESS") {
            let script =
                #""$varblur" --json \#(form) --force --format png in.png '\#(path)' | cat; exit ${PIPESTATUS[0]}"#
            let outcome = try run(script, in: sandbox)
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(path): \(outcome.errors)")
        }
        let merged = try run(#""$varblur" --json --format png in.png /dev/stderr 2>&1 | cat"#, in: sandbox)
        #expect(merged.text.hasPrefix("varblur: error: --json writes its report"))
    }

    @Test("The null device may be used by several streams and jobs")
    func nullDevice() throws {
        let sandbox = try CommandSandbox()
        let (outcome, results) = try sandbox.batch([
            CommandSandbox.job("in.png", "/dev/null", options: #"{"format":"png"}"#)
        ])
        #expect(outcome.status == 0 && results.first?["status"] == .string("ok"), "\(outcome.text)")
        let script = #""$varblur" --json --format png in.png /dev/null > /dev/null 2> /dev/null < /dev/null"#
        #expect(try run(script, in: sandbox).status == 0)
    }
}
