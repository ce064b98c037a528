import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs in memory")
struct MemoryJobTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A PNG and a JPEG image, both stored on their side and with metadata.
    private static func files() throws -> [[UInt8]] {
        let png = try PixelBuffer.noise(Size(40, 24)).encoded(.png)
        let jpeg = try PixelBuffer.noise(Size(70, 48)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        return [png, jpeg, FileEditing.oriented(png, 6), FileEditing.oriented(jpeg, 6)]
    }

    private let job = BlurJob(radius: 3) { ($0.blur.startOffset, $0.writesDigest) = (0.5, true) }

    @Test("have the output and the report of a job from file to file")
    func equality() throws {
        for (number, file) in try Self.files().enumerated() {
            let (input, output) = (directory.path("in\(number)"), directory.path("out\(number)"))
            try Data(file).write(to: URL(fileURLWithPath: input))
            let report = try job.run(from: .file(path: input), to: .file(path: output))
            let expected = try directory.read("out\(number)")
            let outputs = try [
                job.run(from: .bytes(file)), job.run(from: .file(path: input), to: .memory),
            ]
            for result in outputs {
                #expect(result.bytes == expected)
                #expect(result.digest == report.digest && result.width == report.width)
                #expect(result.outputBytes == expected.count && result.inputBytes == file.count)
            }
            let second = try job.run(from: .bytes(file), to: .file(path: directory.path("second\(number)")))
            #expect(try directory.read("second\(number)") == expected && second.notices == report.notices)
        }
    }

    @Test("obey the limits, and their errors have no file")
    func limits() throws {
        let file = try Self.files()[1]
        let cases: [(ImageError.Reason, (inout ImageLimits) -> Void)] = [
            (.inputLimit, { $0.inputBytes = 100 }), (.pixelLimit, { $0.pixels = 100 }), (.sideLimit, { $0.side = 9 }),
            (.memoryLimit, { $0.memory = 70_000 }), (.timeLimit, { $0.time = .nanoseconds(1) }),
        ]
        for (reason, change) in cases {
            var job = self.job
            change(&job.limits)
            let error = #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
            #expect(error?.reason == reason && error?.file == "", "\(String(describing: error))")
            #expect(error?.description.contains("--") == false)
        }
        let empty = #expect(throws: ImageError.self) { try job.run(from: .bytes([])) }
        #expect(empty?.code == .notAnImage)
    }

    @Test("an output that would exceed the memory limit is refused")
    func heldOutput() throws {
        let file = try PixelBuffer.noise(Size(300, 300)).encoded(.png)
        var job = self.job
        let memory = try job.preflight(from: .bytes(file)).memory
        job.limits.memory = memory
        #expect(try job.run(from: .bytes(file)).bytes.count > 100_000)
        job.limits.memory = memory - 1
        let error = #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
        #expect(error?.code == .overLimit)
        // in a file, the same output needs no memory
        let inFile = try job.preflight(from: .bytes(file), to: .file(path: directory.path("out")))
        #expect(inFile.memory < memory)
    }

    @Test("follow the policy for existing outputs")
    func policy() throws {
        let file = try Self.files()[0]
        let target = OutputTarget.file(path: directory.path("out"))
        var job = self.job
        #expect(try !job.run(from: .bytes(file), to: target).isSkipped)
        let error = #expect(throws: ImageError.self) { try job.run(from: .bytes(file), to: target) }
        #expect(error?.code == .exists && error?.reason == .outputExists)
        #expect(throws: ImageError.self) { try job.preflight(from: .bytes(file), to: target) }
        job.existing = .skip
        let nothing: [UInt8] = []
        #expect(try job.run(from: .bytes(nothing), to: target).isSkipped)
        job.existing = .skipSame
        #expect(try job.run(from: .bytes(file), to: target).isSkipped)
        #expect(try job.preflight(from: .bytes(file), to: target).isSkipped)
        job.blur.maximumRadius = .pixels(4)
        #expect(try !job.run(from: .bytes(file), to: target).isSkipped)
        job.existing = .replace
        #expect(try !job.run(from: .bytes(file), to: target).isSkipped)
        let inPlace = #expect(throws: ImageError.self) { try job.run(from: .bytes(file), to: .input) }
        #expect(inPlace?.code == .invalidSettings)
    }

    @Test("an output that was cut off is made again", arguments: ImageFormat.inProcess, [false, true])
    func cutOutputs(format: ImageFormat, isProgressive: Bool) throws {
        let file = try TestContent.natural.image(Size(90, 70)).encoded(.png)
        let path = directory.path("out")
        var job = self.job
        (job.existing, job.output.format, job.output.jpegIsProgressive) = (.skipSame, format, isProgressive)
        _ = try job.run(from: .bytes(file), to: .file(path: path))
        let whole = try directory.read("out")
        let pixels = try PixelBuffer.decoded(whole).sampleValues()
        func isSkipped(_ bytes: [UInt8]) throws -> Bool {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let isSkipped = try job.run(from: .bytes(file), to: .file(path: path)).isSkipped
            let output = try directory.read("out")
            // a job that accepts damage has another digest, but no other pixels
            #expect(
                try isSkipped || output.count == whole.count && PixelBuffer.decoded(output).sampleValues() == pixels)
            return isSkipped
        }
        #expect(try isSkipped(whole))
        for count in [1, 2, 3, 12, 13, whole.count / 3, whole.count / 2] {
            #expect(try !isSkipped(Array(whole.dropLast(count))), "\(count) bytes")
            // the end of a WebP image does not show in its structure
            if format != .webP {
                #expect(try !isSkipped(whole.dropLast(count) + [UInt8](repeating: 0, count: count)), "\(count) zeros")
            }
        }
        job.limits.allowsDamage = true
        #expect(try !isSkipped(Array(whole.dropLast(20))))
    }

    @Test("a file is replaced in place, and only once with skipSame", arguments: ImageFormat.inProcess)
    func inPlace(format: ImageFormat) throws {
        let path = directory.path("a")
        let image = try PixelBuffer.noise(Size(40, 24))
        let file = try image.encoded(format == .png ? .png : .jpeg(JPEGStyle(.yCbCr), quality: 90))
        try Data(file).write(to: URL(fileURLWithPath: path))
        var job = self.job
        let fresh = job
        #expect(throws: ImageError.self) { try fresh.run(from: .standardInput, to: .input) }
        let first = try job.run(from: .file(path: path), to: .input)
        #expect(!first.isSkipped && !first.isRepeated)
        let once = try directory.read("a")
        let inMemory = try job.run(from: .bytes(file)).bytes
        #expect(once == inMemory)
        job.existing = .skipSame
        #expect(try job.run(from: .file(path: path), to: .input).isSkipped)
        #expect(try job.preflight(from: .file(path: path), to: .input).isSkipped)
        job.blur.maximumRadius = .pixels(9)
        #expect(try job.run(from: .file(path: path), to: .input).isSkipped)
        #expect(try directory.read("a") == once)
        job.existing = .fail
        #expect(try job.run(from: .file(path: path), to: .input).isRepeated)
        #expect(try directory.read("a") != once)
    }

    @Test("an image in memory is written by the policy for existing outputs")
    func images() throws {
        let image = try PixelBuffer.noise(Size(4, 4))
        let other = try PixelBuffer.noise(Size(4, 4), seed: 2)
        let plan = EncodingPlan(width: 4, height: 4, pixelFormat: image.format, encoding: .png)
        let target = OutputTarget.file(path: directory.path("a.png"))
        try image.write(plan, to: target)
        let first = try directory.read("a.png")
        #expect(throws: ImageError.self) { try other.write(plan, to: target) }
        try other.write(plan, to: target, existing: .skip)
        #expect(try directory.read("a.png") == first)
        try other.write(plan, to: target, existing: .replace)
        #expect(try directory.read("a.png") != first)
        try image.write(plan, to: target, existing: .skipSame)
        #expect(try directory.read("a.png") == first)
    }
}
