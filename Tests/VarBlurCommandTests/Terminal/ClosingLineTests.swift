import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("The closing line")
struct ClosingLineTests {
    @Test("counts the results of a batch, unless it is quiet")
    func batch() throws {
        let sandbox = try CommandSandbox()
        let lines = [
            CommandSandbox.job("in.png", "a.png"), CommandSandbox.job("none.png", "b.png"),
            CommandSandbox.job("in.png", "a.png", options: #"{"if-exists":"skip"}"#), "nonsense",
        ]
        #expect(try sandbox.batch(lines, "--jobs", "1").outcome.errors == "4 jobs: 1 ok, 1 skipped, 2 errors\n")
        #expect(try sandbox.batch(lines, "--quiet", "--force").outcome.errors.isEmpty)
        #expect(try sandbox.batch([]).outcome.errors == "0 jobs: 0 ok\n")
    }

    #if os(Linux)
        @Test("counts the files that a batch has written, even if it cannot write its results")
        func fullOutput() throws {
            let sandbox = try CommandSandbox()
            let bash = try #require(Program(named: "bash"))
            let lines = (0..<40).map { CommandSandbox.job("in.png", "o/\($0).png") + "\n" }.joined()
            for jobs in [1, 4] {
                let outcome = try bash.run(
                    ["-c", "'\(Program.varblur.url.path)' batch --force --jobs \(jobs) > /dev/full"],
                    input: Data(lines.utf8), in: sandbox.directory.url)
                let count = sandbox.tree("o").count
                let words = count == 1 ? "\n1 job: 1 ok\n" : "\n\(count) jobs: \(count) ok\n"
                #expect(outcome.status == 74 && outcome.errors.hasSuffix(words), "\(count) \(outcome.errors)")
                #expect(count > 0)
                try FileManager.default.removeItem(atPath: sandbox.directory.path("o"))
            }
            // images that are in the results have arrived nowhere
            let image = #"{"input":"in.png","output":{"inline":"png"}}"# + "\n"
            let inline = try bash.run(
                ["-c", "'\(Program.varblur.url.path)' batch > /dev/full"], input: Data((image + image).utf8),
                in: sandbox.directory.url)
            #expect(inline.status == 74 && inline.errors.hasSuffix("\n0 jobs: 0 ok\n"), "\(inline.errors)")
        }
    #endif

    @Test("counts many files, but not a single one and not a dry run")
    func files() throws {
        let sandbox = try CommandSandbox()
        try sandbox.add("b.png")
        try sandbox.write([1], "bad.png")
        let many = try sandbox.run("--out-dir", "o", "in.png", "b.png", "bad.png")
        #expect(many.status == 1 && many.errors.hasSuffix("\n3 images: 2 ok, 1 error\n"), "\(many.errors)")
        let second = try sandbox.run("--out-dir", "o", "--if-exists", "skip-same", "in.png", "b.png")
        #expect(second.errors == "2 images: 0 ok, 2 skipped\n")
        #expect(try sandbox.run("--out-dir", "p", "in.png").errors.isEmpty)
        #expect(try sandbox.run("--dry-run", "--out-dir", "z", "in.png", "b.png").errors.isEmpty)
        #expect(try sandbox.run("-q", "--out-dir", "q", "in.png", "b.png").errors.isEmpty)
        let report = try sandbox.run("--json", "--out-dir", "r", "in.png", "b.png")
        #expect(report.errors == "2 images: 2 ok\n" && !report.text.contains("images:"))
    }

    @Test("counts outputs if images have several")
    func outputs() throws {
        let outcome = try CommandSandbox().run("--widths", "10,20", "--out-dir", "o", "in.png")
        #expect(outcome.errors.hasSuffix("2 outputs: 2 ok\n"), "\(outcome.errors)")
    }

    @Test("counts what was written, even if an earlier image delays its report")
    func finished() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(try PixelBuffer.noise(Size(2500, 2500)).encoded(.png), "slow.png")
        let errors = try stopped(sandbox, ["--out-dir", "o", "slow.png", "in.png"], after: "o/in.png", jobs: 2)
        #expect(errors.hasSuffix("1 of 2 images: 1 ok\n") && sandbox.tree("o") == ["in.png"], "\(errors)")
    }

    @Test(
        "every file of an interrupted run is named, and every file that is named exists",
        arguments: [["--json", "lines"], ["--json"], ["-v"], ["batch"]])
    func namedFiles(report: [String]) throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(try PixelBuffer.noise(Size(300, 200)).encoded(.png), "a.png")
        let names = (0..<60).map { "\($0).png" }
        for name in names { try sandbox.link(name, to: "a.png") }
        let widths = [40, 80, 120]
        let outputs = names.map { name in
            widths.map { #"{"output":"o/\#(name)-\#($0).webp","resize":"\#($0)x"}"# }.joined(separator: ",")
        }
        let lines = zip(names, outputs).map { #"{"input":"\#($0)","outputs":[\#($1)]}"# + "\n" }
        let isBatch = report == ["batch"]
        let several = ["--out-dir", "o", "--widths", "40,80,120", "--formats", "jpeg,webp"] + names
        for delay in [0.0, 0.02, 0.05, 0.1, 0.2] {
            try? FileManager.default.removeItem(at: sandbox.directory.url.appending(path: "o"))
            // a pipe that nobody reads would stop the run
            try sandbox.write([], "log")
            let output = try FileHandle(forWritingTo: sandbox.directory.url.appending(path: "log"))
            let (process, input) = (Process(), Pipe())
            process.executableURL = Program.varblur.url
            process.currentDirectoryURL = sandbox.directory.url
            process.arguments = report + (isBatch ? [] : several) + ["--jobs", "2"]
            (process.standardOutput, process.standardError, process.standardInput) = (output, output, input)
            try process.run()
            input.fileHandleForWriting.write(Data((isBatch ? lines : []).joined().utf8))
            try input.fileHandleForWriting.close()
            let end = Date() + 60
            while sandbox.tree("o").isEmpty && Date() < end { Thread.sleep(forTimeInterval: 0.002) }
            Thread.sleep(forTimeInterval: delay)
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            let text = String(decoding: try sandbox.read("log"), as: UTF8.self)
            let files = sandbox.tree("o")
            #expect(
                !files.isEmpty && files.allSatisfy { text.contains("o/\($0)") },
                "\(files.count) files: \(text.suffix(300))")
            let named = text.components(separatedBy: CharacterSet(charactersIn: "\" \n")).filter { $0.hasPrefix("o/") }
            #expect(Set(named) == Set(files.map { "o/\($0)" }))
        }
    }

    /// Ends a run with a signal after the output of a fast image, while a slow one is blurred.
    private func stopped(
        _ sandbox: CommandSandbox, _ arguments: [String], after first: String, input: String = "", jobs: Int = 1
    ) throws -> String {
        let (process, errors, lines) = (Process(), Pipe(), Pipe())
        process.executableURL = Program.varblur.url
        process.currentDirectoryURL = sandbox.directory.url
        process.arguments = arguments + ["--jobs", "\(jobs)", "--resize", "300%", "--png-compression", "small"]
        (process.standardError, process.standardInput) = (errors, lines)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        lines.fileHandleForWriting.write(Data(input.utf8))
        lines.fileHandleForWriting.closeFile()
        let end = Date() + 60
        while !FileManager.default.fileExists(atPath: sandbox.directory.path(first)) && Date() < end {
            Thread.sleep(forTimeInterval: 0.01)
        }
        // it is counted after it has been written
        Thread.sleep(forTimeInterval: 0.5)
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
        return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("the summary line is printed when the run is interrupted")
    func interruption() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(try PixelBuffer.noise(Size(2500, 2500)).encoded(.png), "slow.png")
        let files = try stopped(sandbox, ["--out-dir", "o", "in.png", "slow.png"], after: "o/in.png")
        #expect(files.hasSuffix("1 of 2 images: 1 ok\n"), "\(files)")
        let lines = [CommandSandbox.job("in.png", "a.png"), CommandSandbox.job("slow.png", "b.png")]
        let batch = try stopped(sandbox, ["batch"], after: "a.png", input: lines.map { $0 + "\n" }.joined())
        #expect(batch.hasSuffix("1 job: 1 ok\n"), "\(batch)")
    }
}
