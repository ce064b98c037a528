import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

@Suite("Jobs that wait for others")
struct WaitingJobTests {
    /// The two kinds of asynchronous jobs.
    enum Kind: CaseIterable {
        case single
        case several

        func run(_ job: BlurJob, _ target: OutputTarget = .memory) async throws {
            let file = try PixelBuffer.noise(Size(20, 30)).encoded(.png)
            switch self {
            case .single: _ = try await job.run(from: .bytes(file), to: target)
            case .several: _ = try await job.run(from: .bytes(file), to: [BlurJob.Output(target: target)])
            }
        }
    }

    @Test("leave the queue at once when their task is cancelled, without an output", arguments: Kind.allCases)
    func cancellation(kind: Kind) async throws {
        let directory = try TemporaryDirectory()
        let output = directory.path("out.png")
        try await BlockedQueue.run { blocked in
            let task = Task { try await kind.run(BlurJob(), .file(path: output)) }
            await blocked.waitForWorks()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(blocked.isBlocked && blocked.queue.waitingCount == 0)
        }
        #expect(try directory.names().isEmpty)
    }

    @Test("the time limit ends a job that waits", arguments: Kind.allCases)
    func timeLimit(kind: Kind) async throws {
        try await BlockedQueue.run { blocked in
            let job = BlurJob { $0.limits.time = .milliseconds(1) }
            let error = await #expect(throws: ImageError.self) { try await kind.run(job) }
            #expect(error?.code == .timeout && error?.reason == .timeLimit && blocked.isBlocked)
        }
    }

    @Test("the time of a job counts from when it was asked for")
    func start() throws {
        let file = try PixelBuffer.noise(Size(20, 30)).encoded(.png)
        let job = BlurJob { $0.limits.time = .seconds(1000) }
        let early = Instant(nanoseconds: Instant.now.nanoseconds - 1_001_000_000_000)
        let error = #expect(throws: ImageError.self) {
            try job.run(from: .bytes(file), to: [job.output(at: .memory)], Cancellation(start: early))[0].get()
        }
        #expect(error?.reason == .timeLimit)
        let report = try job.run(from: .bytes(file), to: [job.output(at: .memory)], Cancellation())[0].get()
        #expect(!report.bytes.isEmpty)
    }
}
