import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Asynchronous jobs")
struct AsyncJobTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The same job without a task.
    private func runSynchronously(_ job: BlurJob, _ file: [UInt8]) throws -> [UInt8] {
        try job.run(from: .bytes(file)).bytes
    }

    @Test("asynchronous jobs have the same output as synchronous jobs")
    func equality() async throws {
        let file = try PixelBuffer.noise(Size(64, 48)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        let job = BlurJob()
        let expected = try runSynchronously(job, file)
        #expect(try await job.run(from: .bytes(file)).bytes == expected)
        let (input, output) = (directory.path("in"), directory.path("out"))
        try Data(file).write(to: URL(fileURLWithPath: input))
        _ = try await job.run(from: .file(path: input), to: .file(path: output))
        #expect(try directory.read("out") == expected)
        #expect(try await job.run(from: .file(path: input)).bytes == expected)
        _ = try await job.run(from: .bytes(file), to: .file(path: directory.path("second")))
        #expect(try directory.read("second") == expected)
        let error = await #expect(throws: ImageError.self) {
            try await job.run(from: .bytes(file), to: .file(path: output))
        }
        #expect(error?.code == .exists)
    }

    /// The direction left is blurred as a whole, top row by row.
    @Test("end early when their task is cancelled, without an output", arguments: [BlurDirection.left, .top])
    func cancellation(direction: BlurDirection) async throws {
        let file = try PixelBuffer.noise(Size(1500, 1500)).encoded(.png)
        var job = BlurJob()
        (job.blur.direction, job.resize, job.output.pngCompression) = (direction, try Resize("400%"), .small)
        let (running, output) = (job, directory.path("out"))
        let task = Task { try await running.run(from: .bytes(file), to: .file(path: output)) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try directory.names().isEmpty)
    }

    @Test("a cancelled job stops waiting for a pipe")
    func pipe() async throws {
        let (input, output) = (directory.path("pipe"), directory.path("out"))
        #expect(mkfifo(input, 0o600) == 0)
        let task = Task { try await BlurJob().run(from: .file(path: input), to: .file(path: output)) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("the time limit holds while an image is blurred as a whole", arguments: [BlurDirection.left, .top])
    func timeLimit(direction: BlurDirection) throws {
        let pixels = try PixelBuffer.noise(Size(300, 200))
        let before = pixels.sampleValues()
        let image = BufferedImage(try pixels.copy())
        let blur = try ProgressiveBlur(direction: direction)
        func apply(in time: Duration) throws(ImageError) {
            try image.apply(blur, BlurExecution(), JobContext(ImageLimits(), deadline: Deadline(after: time)))
        }
        let error = #expect(throws: ImageError.self) { try apply(in: .zero) }
        #expect(error?.reason == .timeLimit)
        try image.withPixels { (pixels) throws(ImageError) in #expect(pixels.sampleValues() == before) }
        #expect(throws: Never.self) { try apply(in: .seconds(600)) }
    }

    @Test("the time limit holds while blocks are looked up in a polygon with many corners", arguments: [false, true])
    func polygons(isFilled: Bool) throws {
        var random = SplitMix64(seed: 5)
        let corners = (0..<9000).map { _ in
            "\(Int.random(in: 0...100, using: &random))% \(Int.random(in: 0...100, using: &random))%"
        }
        let polygon = "polygon(\(corners.joined(separator: ", ")))"
        var job = BlurJob()
        job.blur.directions = []
        if isFilled {
            job.fill = AreaFill([try BlurArea.Shape(polygon)], color: RGBColor(red: 0, green: 0, blue: 0))
        } else {
            job.blur.areas = [try BlurArea("area-blur(\(polygon), 3px)")]
        }
        job.limits.time = .milliseconds(200)
        let image = try PixelBuffer.noise(Size(1600, 1600), PixelFormat(.gray))
        for encoding in [ImageEncoding.jpeg(JPEGStyle(.gray), quality: 60), .png] {
            let file = try image.encoded(encoding)
            let start = ContinuousClock.now
            let error = #expect(throws: ImageError.self) { try job.run(from: .bytes(file)) }
            #expect(error?.reason == .timeLimit && ContinuousClock.now - start < .seconds(30))
        }
    }
}
