import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// A command line and its exit status.
private struct CommandCase: Sendable, CustomTestStringConvertible {
    let status: Int32
    let arguments: [String]
    var setup = ""

    var testDescription: String { "\(status): \(arguments.joined(separator: " "))" }
}

@Suite("Exit statuses and messages")
struct ExitStatusTests {
    /// A command line for every message that any machine can produce, in the order of the exit statuses.
    private static let cases: [CommandCase] =
        success + usage + combinations + manyFiles + images + rejectedImages + outputs

    private static let success = [
        CommandCase(status: 0, arguments: ["in.png", "new.png"]),
        CommandCase(status: 0, arguments: ["--max-radius", "99", "in.png", "new.png"]),
        CommandCase(status: 0, arguments: ["--start-offset", "0.99", "in.png", "new.png"]),
        CommandCase(status: 0, arguments: ["--jpeg-quality", "80", "in.png", "new.png"]),
        CommandCase(status: 0, arguments: ["deep.png", "new.jpg"]),
        CommandCase(status: 1, arguments: ["in.png", "bad.png", "--out-dir", "out"]),
        CommandCase(status: 1, arguments: ["--formats", "jpeg,webp", "none.png", "in.png", "--out-dir", "out"]),
        CommandCase(status: 3, arguments: ["--allow-damaged", "cut.png", "new.png"]),
    ]

    private static let usage =
        [
            [], ["in.png"], ["in.png", "a.png", "b.png"], ["in.png", "a.gif"], ["--no-such", "in.png", "a.png"],
            ["--max-raduis", "3", "in.png", "a.png"], ["--out-dir", "out", "-the-cat.jpg"],
            ["-thecat", "in.png", "a.png"],
            ["--compression-quality", "80", "in.png", "a.jpg"], ["--radius=8", "in.png", "a.png"],
            ["--sigma", "8", "in.png", "a.png"], ["--blur=8", "in.png", "a.png"], ["--output", "a.png", "in.png"],
            ["-o", "a.png", "in.png"], ["bacth"], ["--start-offset", "60", "in.png", "a.png"],
            ["--background", "ff0000", "in.png", "a.jpg"], ["--max-radius", "-1", "in.png", "a.png"],
            ["--max-radius"], ["--min-radius", "21", "in.png", "a.png"], ["--direction", "tpo", "in.png", "a.png"],
            ["--start-offset", "1", "in.png", "a.png"], ["--edges", "clmp", "in.png", "a.png"],
            ["--engine", "fast", "in.png", "a.png"], ["--threads", "0", "in.png", "a.png"],
            ["--format", "gif", "in.png", "a.png"], ["--jpeg-quality", "101", "in.png", "a.jpg"],
            ["--webp-quality", "best", "in.png", "a.webp"],
            ["--background", "rde", "in.png", "a.jpg"], ["--strip", "some", "in.png", "a.png"],
            ["--if-exists", "ask", "in.png", "a.png"], ["--jobs", "0", "in.png", "a.png"],
            ["--max-pixels", "0", "in.png", "a.png"], ["--max-memory", "many", "in.png", "a.png"],
            ["--timeout", "0", "in.png", "a.png"], ["--json", "line", "in.png", "a.png"],
            ["--suffix", "a/b", "in.png"], ["--name-template", "{nam}{ext}", "in.png"],
            ["--name-template", "x", "in.png"], ["--name-template", "{name}.gif", "in.png"],
            ["--format", "jpeg", "--name-template", "{name}.png", "in.png"], ["--format", "jpeg", "in.png", "a.png"],
            ["--format", "jpeg", "in.png", "a.HEIC"], ["in.png", "a.out"],
            ["--out-dir", "", "in.png"], ["--settings", "bad.conf", "in.png", "a.png"],
        ].map { CommandCase(status: 64, arguments: $0) }

    private static let combinations =
        [
            ["--quiet", "--verbose", "in.png", "a.png"], ["--force", "--if-exists", "skip", "in.png", "a.png"],
            ["--no-digest", "--if-exists", "skip-same", "in.png", "a.png"],
            ["--suffix", "-a", "--name-template", "{name}{ext}", "in.png"],
            ["--in-place", "--out-dir", "out", "in.png"],
            ["--recursive", "in.png", "a.png"], ["--follow-links", "in.png", "a.png"], ["--json", "in.png", "-"],
            ["--in-place"],
            ["--in-place", "-"], ["--in-place", "--format", "png", "in.png"],
            ["--in-place", "--if-exists", "skip", "in.png"],
            ["--in-place", "in.png", "./in.png"], ["in.png", "in.png"], ["--in-place", "/dev/null"],
        ].map { CommandCase(status: 64, arguments: $0) }

    private static let manyFiles =
        [
            ["--out-dir", "out"], ["--out-dir", "out", "-"], ["in.png", "./in.png", "--out-dir", "out"],
            ["in.png", "--out-dir", "."], ["../in.png", "--out-dir", "out", "--name-template", "{dir}/{name}{ext}"],
            ["batch", "in.png"], ["batch", "--shard", "5/4"], ["batch", "--direction", "lfet"],
        ].map { CommandCase(status: 64, arguments: $0) }

    private static let images =
        [
            (65, ["bad.png", "a.png"]), (65, ["empty", "a.png"]), (65, ["page.jpg", "a.png"]),
            (65, ["photo.heic", "a.png"]), (65, ["cut.png", "a.png"]),
            (65, ["cut.jpg", "a.png"]),
            (65, ["clear.png", "a.jpg"]), (65, ["--edges", "transparent", "in.png", "a.jpg"]),
            (65, ["--max-pixels", "9", "in.png", "a.png"]), (65, ["--max-side", "9", "in.png", "a.png"]),
            (65, ["--max-memory", "5K", "in.png", "a.png"]), (65, ["--max-input", "9", "in.png", "a.png"]),
            (65, ["bad.png", "--out-dir", "out"]),
            (66, ["none.png", "a.png"]), (66, [".", "a.png"]), (66, ["sub", "--out-dir", "out"]),
            (66, ["--mask", "none.png", "in.png", "a.png"]), (66, ["--matte", "none.png", "in.png", "a.png"]),
            (66, ["--areas-from", "none", "in.png", "a.png"]), (66, ["--files-from", "none", "--out-dir", "out"]),
            (66, ["--settings", "none.conf", "in.png", "a.png"]), (66, ["batch", "--settings", "none.conf"]),
            (66, ["--widths", "10,20", "none.png", "--out-dir", "out"]),
            (66, ["--formats", "jpeg,webp", "none.png", "--out-dir", "out"]),
        ].map { CommandCase(status: $0.0, arguments: $0.1) }

    private static let rejectedImages =
        [
            ["iphone.png"], ["unknown.png"], ["untyped.png"], ["headless.png"], ["pixelless.png"], ["split.png"],
            ["wrong-sum.png"], ["broken.png"], ["flat.png"], ["--max-chunks", "2", "texts.png"],
            ["--format", "jpeg", "wide.png"], ["lossless.jpg"], ["hierarchical.jpg"], ["twelve.jpg"], ["two.jpg"],
            ["headless.jpg"], ["short.jpg"], ["endless.jpg"], ["--format", "png", "inks.jpg"],
            ["--max-scans", "2", "scans.jpg"],
            ["--max-segments", "2", "segments.jpg"], ["--edges", "transparent", "--format", "jpeg", "inks.jpg"],
            ["--max-memory", "300K", "wide.png"], ["--format", "webp", "wide.png"], ["--format", "webp", "inks.jpg"],
            ["animated.webp"], ["cut.webp"], ["cut-header.webp"], ["pixelless.webp"],
            ["--max-chunks", "2", "chunks.webp"],
        ].map { CommandCase(status: 65, arguments: $0 + ["out"]) }

    private static let outputs =
        [
            (73, ["in.png", "old.png"]), (73, ["in.png", "sub"]), (73, ["in.png", "no/a.png"]),
            (73, ["-f", "in.png", "a/"]),
            (73, ["in.png", "--out-dir", "old.png/x"]), (74, ["--format", "png", "in.png", "/dev/full"]),
            (75, ["--timeout", "0.000001", "in.png", "a.png"]),
        ].map { CommandCase(status: $0.0, arguments: $0.1) }

    private func preparedSandbox(_ rejected: [String: [UInt8]] = [:]) throws -> CommandSandbox {
        let sandbox = try CommandSandbox()
        try sandbox.write([1, 2, 3], "bad.png")
        try sandbox.write([], "empty")
        try sandbox.write(Array("<!DOCTYPE html><title>404</title>".utf8), "page.jpg")
        try sandbox.write([0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8), "photo.heic")
        let deep = try PixelBuffer.noise(Size(32, 24), PixelFormat(.rgb, .sixteen)).encoded(.png)
        try sandbox.write(deep, "deep.png")
        try sandbox.write(try PixelBuffer.noise(Size(32, 24), PixelFormat(.rgba)).encoded(.png), "clear.png")
        try sandbox.write(Array(sandbox.image[..<(sandbox.image.count / 2)]), "cut.png")
        let jpeg = try PixelBuffer.noise(Size(32, 24)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        try sandbox.write(Array(jpeg[..<(jpeg.count / 2)]), "cut.jpg")
        try sandbox.write([7], "old.png")
        for (name, bytes) in rejected { try sandbox.write(bytes, name) }
        try sandbox.write(Array("max-raduis = 3\n".utf8), "bad.conf")
        try FileManager.default.createDirectory(
            at: sandbox.directory.url.appending(path: "sub"), withIntermediateDirectories: true)
        return sandbox
    }

    @Test("Exit statuses are as documented, and messages are as recorded")
    func messages() throws {
        var text = ""
        let rejected = try RejectedImages.all()
        for testCase in Self.cases {
            let sandbox = try preparedSandbox(rejected)
            let outcome = try sandbox.run(
                testCase.arguments, environment: ["COLUMNS": "80", "HOME": sandbox.directory.url.path])
            #expect(
                outcome.status == testCase.status, "\(testCase.testDescription): \(outcome.status) \(outcome.errors)")
            #expect(
                outcome.output.isEmpty && (outcome.status == 0 || !outcome.errors.isEmpty),
                "\(testCase.testDescription)")
            text += "$ varblur \(testCase.arguments.map { $0.isEmpty ? "''" : $0 }.joined(separator: " "))\n"
            // The usage is part of the help, which is recorded separately.
            let message = outcome.errors.components(separatedBy: "\nUsage: ")[0]
            text += message + (message.isEmpty || message.hasSuffix("\n") ? "" : "\n") + "[\(outcome.status)]\n\n"
        }
        try Golden.check(text, "messages.txt")
    }

    @Test("A batch ends with 0, with 1 after errors if requested, and with 64 after wrong usage")
    func batch() throws {
        let sandbox = try preparedSandbox()
        let jobs = [CommandSandbox.job("in.png", "1.png"), CommandSandbox.job("bad.png", "2.png")]
        #expect(try sandbox.batch(jobs).outcome.status == 0)
        #expect(try sandbox.batch(jobs, "--fail-on-error").outcome.status == 1)
        #expect(try sandbox.batch(jobs, "--no-such").outcome.status == 64)
        let statuses = try sandbox.batch([
            CommandSandbox.job("in.png", "a.png", options: #"{"max-radius":-1}"#),
            CommandSandbox.job("bad.png", "a.png"),
            CommandSandbox.job("none.png", "a.png"), CommandSandbox.job("in.png", "old.png"),
            CommandSandbox.job("in.png", "/dev/full", options: #"{"format":"png"}"#),
            CommandSandbox.job("in.png", "a.png", options: #"{"timeout":0.000001}"#),
        ]).results.map { $0["error"]?["exit"]?.text }
        #expect(statuses == ["64", "65", "66", "73", "74", "75"])
    }

    @Test(
        "A signal ends a run of many images and leaves no temporary file",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: Int32) throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(try PixelBuffer.noise(Size(900, 700), PixelFormat(.gray)).encoded(.png), "big.png")
        let slow = ["--resize", "800%", "--png-compression", "small", "--jobs", "2", "--force"]
        for command in [["batch"] + slow, slow + ["big.png", "in.png", "--out-dir", "out"]] {
            let process = Process()
            process.executableURL = Program.varblur.url
            process.currentDirectoryURL = sandbox.directory.url
            process.arguments = command
            let input = Pipe()
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let jobs = (0..<4).map { CommandSandbox.job("big.png", "\($0).png") + "\n" }.joined()
            try input.fileHandleForWriting.write(contentsOf: Data(jobs.utf8))
            Thread.sleep(forTimeInterval: 0.3)
            #expect(process.isRunning)
            kill(process.processIdentifier, number)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
            let files = try sandbox.directory.names() + sandbox.tree("out")
            #expect(!files.contains { $0.hasSuffix(".tmp") }, "\(files)")
        }
    }

    @Test("The exit status is 71 if memory runs out")
    func memory() throws {
        let sandbox = try CommandSandbox()
        try sandbox.write(try PixelBuffer.noise(Size(2000, 2000)).encoded(.png), "big.png")
        // From too little for the file and for the image to enough.
        let bash = try #require(Program(named: "bash"))
        var statuses: Set<Int32> = []
        // The limit of addresses is known before memory is allocated; that of data is not
        for limit in ["-v 32", "-v 40", "-v 60", "-v 100", "-v 400", "-d 8", "-d 40"] {
            let script = "ulimit \(limit)000; '\(Program.varblur.url.path)' -f big.png a.png"
            statuses.insert(try bash.run(["-c", script], in: sandbox.directory.url).status)
        }
        #expect(statuses == [0, 65, 71], "\(statuses)")
    }

    @Test("Images wait for memory: what fits into the address space alone fits with any number of jobs, too")
    func sharedMemory() throws {
        let sandbox = try CommandSandbox()
        let names = ["a.png", "b.png", "c.png", "d.png"]
        let large = try PixelBuffer.noise(Size(1500, 1000)).encoded(.png)
        for name in names { try sandbox.write(name == "b.png" ? sandbox.image : large, name) }
        let bash = try #require(Program(named: "bash"))
        func run(_ mebibytes: Int, jobs: Int) throws -> Program.Outcome {
            let options = "-q -f --direction top,left --format webp --out-dir out --max-memory 1G --jobs \(jobs)"
            let script = "ulimit -v \(mebibytes * 1024); '\(Program.varblur.url.path)' \(options)"
            return try bash.run(["-c", script + names.map { " \($0)" }.joined()], in: sandbox.directory.url)
        }
        let enough = try #require(try stride(from: 96, to: 640, by: 16).first { try run($0, jobs: 1).status == 0 })
        for jobs in [2, 8] {
            let outcome = try run(enough + 32, jobs: jobs)
            #expect(outcome.status == 0, "\(enough) \(jobs) \(outcome.errors)")
        }
        let tooLittle = try run(enough - 32, jobs: 2)
        #expect(tooLittle.status == 1 && tooLittle.errors.contains("ulimit -v"), "\(tooLittle.errors)")
    }

    #if os(Linux)
        /// Whether processes can get file systems of their own.
        static func hidesProc() throws -> Bool {
            try Program(named: "unshare")?.run(["-rm", "mount", "-t", "tmpfs", "none", "/proc"]).status == 0
        }

        @Test("Without /proc, everything works", .enabled("requires namespaces of users") { try hidesProc() })
        func withoutProc() throws {
            let sandbox = try CommandSandbox()
            try sandbox.write(try HEIFFiles().encode(sandbox.image, .heic), "photo.heic")
            let unshare = try #require(Program(named: "unshare"))
            let hiding = "mount -t tmpfs none /proc && exec '\(Program.varblur.url.path)' \"$@\""
            func run(_ arguments: [String], input: String = "") throws -> Program.Outcome {
                try unshare.run(
                    ["-rm", "sh", "-c", hiding, "varblur"] + arguments, input: Data(input.utf8),
                    in: sandbox.directory.url)
            }
            for arguments in [["--version"], ["in.png", "a.jpg"], ["photo.heic", "b.png"], ["in.png", "c.avif"]] {
                let outcome = try run(arguments)
                #expect(outcome.status == 0, "\(arguments) \(outcome.errors)")
            }
            let job = #"{"input":"photo.heic","output":"d.webp"}"# + "\n"
            let batch = try run(["batch", "--sandbox", "auto", "--confine", "."], input: job)
            #expect(batch.text.contains(#""status":"ok""#), "\(batch.text)\(batch.errors)")
        }
    #endif

    @Test("Metadata fits into a limited address space, or is an error")
    func metadataMemory() throws {
        let sandbox = try CommandSandbox()
        let words = Array("the morning light over a quiet lake ".utf8)
        let comment = Array("Comment\0".utf8) + (0..<200_000).flatMap { _ in words }
        let image = try PixelBuffer.noise(Size(16, 16)).encoded(.png)
        try sandbox.write(FileEditing.addingPNGChunk("tEXt", comment, to: image), "words.png")
        let bash = try #require(Program(named: "bash"))
        var statuses: Set<Int32> = []
        // with less than 40 MiB, the Swift runtime itself may end the process before the image is read
        for mebibytes in [48, 60, 84, 92, 100, 104, 108, 112, 400] {
            let script = "ulimit -v \(mebibytes * 1024); '\(Program.varblur.url.path)' -f words.png a.jpg"
            statuses.insert(try bash.run(["-c", script], in: sandbox.directory.url).status)
        }
        #expect(statuses.isSubset(of: [0, 65, 71]) && statuses.contains(0), "\(statuses)")
    }
}
