import Synchronization
import TestSupport
import Testing

@testable import VarBlur

@Suite("Blurs that wait for others")
struct WaitingBlurTests {
    typealias Outcome = (isUnchanged: Bool, error: (any Error)?)

    /// The kinds of memory that asynchronous blurs take.
    enum Memory: CaseIterable {
        case buffer
        case bytes
        case integers
        case floats
        case span
        case spans

        /// Blurs an image, and returns whether it was left as it was, and the error.
        func blur() async throws -> Outcome {
            let blur = try ProgressiveBlur(maximumRadius: 5)
            let image = try PixelBuffer.noise(Size(20, 30))
            let (layout, bytes) = (image.layout, [UInt8](image))
            func deep(_ depth: SampleDepth) throws -> PixelLayout {
                try PixelLayout(width: 20, height: 30, format: PixelFormat(.rgb, depth))
            }
            switch self {
            case .buffer:
                return await outcome(bytes) { bytes in
                    var copy = try PixelBuffer(bytes, layout: layout)
                    defer { bytes = [UInt8](copy) }
                    try await blur.blur(&copy)
                }
            case .bytes: return await outcome(bytes) { try await blur.blur(&$0, layout: layout) }
            case .integers:
                let deep = try deep(.sixteen)
                return await outcome(bytes.map { UInt16($0) * 257 }) { try await blur.blur(&$0, layout: deep) }
            case .floats:
                let deep = try deep(.float)
                return await outcome(bytes.map { Float($0) / 255 }) { try await blur.blur(&$0, layout: deep) }
            case .span: return await outcome(bytes) { try await blur.blur(inPlace: &$0, layout) }
            case .spans: return await outcome(bytes) { try await blur.blur(into: &$0, from: bytes, layout) }
            }
        }

        private func outcome<Sample: Equatable>(
            _ samples: [Sample], _ body: (inout [Sample]) async throws -> Void
        ) async -> Outcome {
            var copy = samples
            do {
                try await body(&copy)
                return (copy == samples, nil)
            } catch {
                return (copy == samples, error)
            }
        }
    }

    @Test("leave the queue at once when their task is cancelled, with the image unchanged", arguments: Memory.allCases)
    func cancellation(memory: Memory) async throws {
        try await BlockedQueue.run { blocked in
            let task = Task { try await memory.blur() }
            let other = Task { try await memory.blur() }
            await blocked.waitForWorks(2)
            task.cancel()
            let outcome = try await task.value
            #expect(outcome.isUnchanged && outcome.error is CancellationError)
            #expect(blocked.isBlocked && blocked.queue.waitingCount == 1)
            // those behind it are not affected
            blocked.release()
            let second = try await other.value
            #expect(!second.isUnchanged && second.error == nil)
        }
    }

    @Test("a task that is cancelled before it waits does not wait", arguments: Memory.allCases)
    func earlyCancellation(memory: Memory) async throws {
        try await BlockedQueue.run { blocked in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await memory.blur()
            }
            let outcome = try await task.value
            #expect(outcome.isUnchanged && outcome.error is CancellationError && blocked.isBlocked)
        }
    }

    private final class Numbers: Sendable {
        let all = Mutex<[Int]>([])
    }

    @Test("works that wait are performed in order, without those that left, and nothing of them stays")
    func order() async throws {
        let performed = Numbers()
        try await BlockedQueue.run { blocked in
            var tasks: [Task<Void, any Error>] = []
            for number in 0..<40 {
                tasks.append(
                    Task {
                        try await BlockingWork.run(isCancellation: { _ in false }) {
                            (_: Cancellation) throws(BlurError) in
                            performed.all.withLock { $0.append(number) }
                        }
                    })
                await blocked.waitForWorks(number + 1)
            }
            for number in stride(from: 1, to: 40, by: 3) { tasks[number].cancel() }
            for number in stride(from: 1, to: 40, by: 3) {
                await #expect(throws: CancellationError.self) { try await tasks[number].value }
            }
            #expect(blocked.isBlocked && blocked.queue.waitingCount == 27)
            blocked.release()
            for number in 0..<40 where number % 3 != 1 { try await tasks[number].value }
        }
        #expect(performed.all.withLock { $0 } == (0..<40).filter { $0 % 3 != 1 })
    }

    @Test("a work that waits longer than it may leaves the queue with its error")
    func timeLimit() async throws {
        try await BlockedQueue.run { blocked in
            let error = await #expect(throws: BlurError.self) {
                try await BlockingWork.run(
                    timeLimit: (.milliseconds(1), BlurError(.overLimit, "too long")), isCancellation: { _ in false }
                ) { (_: Cancellation) throws(BlurError) in }
            }
            #expect(error?.code == .overLimit && blocked.isBlocked && blocked.queue.waitingCount == 0)
        }
    }
}
