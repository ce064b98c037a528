import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// Runs with a thousand small images in random order, of which a hundred are bad.
@Suite("A thousand images", .serialized)
struct ManyImagesTests {
    /// The images, and the output of each good one in a run of its own.
    private struct Images {
        let names: [String]
        let bad: Set<String>
        private(set) var files: [String: [UInt8]] = [:]
        private(set) var expected: [String: [UInt8]] = [:]

        init() throws {
            let directory = try TemporaryDirectory()
            var random = SplitMix64(seed: 11)
            names = (0..<1000).map { "\($0).\($0 % 2 == 0 ? "png" : "jpg")" }.shuffled(using: &random)
            bad = Set(names.prefix(100))
            // Ten different images of each format reveal outputs that are mixed up.
            let kinds = try (0..<20).map { number in
                let image = try PixelBuffer.noise(Size(24 + number, 16), seed: UInt64(number))
                let file = try image.encoded(number % 2 == 0 ? .png : .jpeg(JPEGStyle(.yCbCr), quality: 85))
                let (input, output) = ("\(number)", "out.\(number % 2 == 0 ? "png" : "jpg")")
                try directory.write(file, to: input)
                _ = try Program.varblur.run(
                    ["--force", "--max-radius", "3", directory.path(input), directory.path(output)])
                return (file: file, output: try directory.read(output))
            }
            for name in names {
                let kind = kinds[(Int(name.split(separator: ".")[0]) ?? 0) % 20]
                let part = kind.file.count * Int.random(in: 0..<90, using: &random) / 100
                files[name] = bad.contains(name) ? Array(kind.file[..<part]) : kind.file
                expected[name] = bad.contains(name) ? nil : kind.output
            }
        }
    }

    private static let images = Result { try Images() }

    private let directory: TemporaryDirectory
    private let images: Images
    private var names: [String] { images.names }
    private var bad: Set<String> { images.bad }

    init() throws {
        directory = try TemporaryDirectory()
        images = try Self.images.get()
        for (name, file) in images.files { try directory.write(file, to: name) }
    }

    private func check(_ folder: String) throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path(folder)).count == 900)
        for (name, bytes) in images.expected {
            let isSame = try directory.read("\(folder)/\(name)") == bytes
            #expect(isSame, "\(folder)/\(name)")
        }
    }

    private func jobs(_ folder: String) throws -> Data {
        try FileManager.default.createDirectory(
            at: directory.url.appending(path: folder), withIntermediateDirectories: true)
        return Data(names.map { CommandSandbox.job($0, "\(folder)/\($0)", id: "\"\($0)\"") + "\n" }.joined().utf8)
    }

    @Test(
        "Outputs are those of separate runs and every bad image is reported, with any number of jobs",
        arguments: [1, 2, 8])
    func commandLine(jobs: Int) throws {
        let outcome = try Program.varblur.run(
            ["--max-radius", "3", "--no-fsync", "--jobs", "\(jobs)", "--out-dir", "out", "--json"] + names,
            in: directory.url)
        #expect(outcome.status == 1)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("varblur: error: ") }.count == 100 && lines.count == 101)
        #expect(lines.last == "1000 images: 900 ok, 100 errors")
        let summary = try JSONParser.value(of: [UInt8](outcome.output))["summary"]
        #expect(summary?["ok"] == .integer(900) && summary?["errors"] == .integer(100))
        try check("out")
    }

    @Test("A batch has the same outputs, and its results are in the order of the jobs", arguments: [1, 2, 8])
    func batch(jobs: Int) throws {
        let outcome = try Program.varblur.run(
            ["batch", "--max-radius", "3", "--no-fsync", "--jobs", "\(jobs)"], input: try self.jobs("out"),
            in: directory.url)
        #expect(outcome.status == 0 && outcome.errors == "1000 jobs: 900 ok, 100 errors\n")
        let results = try JSONValue.lines(outcome.output)
        #expect(results.map { $0["id"]?.string } == names)
        let failed = results.filter { $0["status"] == .string("error") }.compactMap { $0["id"]?.string }
        #expect(Set(failed) == bad && failed.count == 100)
        try check("out")
    }

    @Test("A stopped batch resumes with skip-same and blurs nothing twice")
    func resumed() throws {
        let input = directory.url.appending(path: "jobs")
        try jobs("out").write(to: input)
        let process = Process()
        process.executableURL = Program.varblur.url
        process.currentDirectoryURL = directory.url
        process.arguments = ["batch", "--max-radius", "3", "--jobs", "2"]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        while try FileManager.default.contentsOfDirectory(atPath: directory.path("out")).count < 300, process.isRunning
        {
            Thread.sleep(forTimeInterval: 0.001)
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try #require(process.terminationReason == .uncaughtSignal, "the batch finished before it could be stopped")
        let done = try FileManager.default.contentsOfDirectory(atPath: directory.path("out")).filter { $0.first != "." }
        func dates() throws -> [String: Date] {
            try Dictionary(
                uniqueKeysWithValues: done.map { name in
                    let path = directory.path("out/\(name)")
                    return (
                        name, try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date ?? .now
                    )
                })
        }
        let before = try dates()
        let outcome = try Program.varblur.run(
            ["batch", "--max-radius", "3", "--jobs", "2", "--if-exists", "skip-same"], input: try jobs("out"),
            in: directory.url)
        let results = try JSONValue.lines(outcome.output)
        let skipped = results.filter { $0["status"] == .string("skipped") }.compactMap { $0["id"]?.string }
        #expect(Set(skipped) == Set(done) && results.count == 1000)
        #expect(results.filter { $0["status"] == .string("ok") }.count == 900 - done.count)
        #expect(try dates() == before)
        try check("out")
    }
}
