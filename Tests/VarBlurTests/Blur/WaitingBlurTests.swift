import Synchronization
import TestSupport
import Testing

@testable import VarBlur

@Suite("Blurs that wait for others")
struct WaitingBlurTests {
    /// The kinds of memory that asynchronous blurs take.
    enum Memory: CaseIterable {
        case buffer
        case bytes
        case integers
        case floats

        /// Blurs an image, and returns whether it was left as it was, and the error.
        func blur() async throws -> (isUnchanged: Bool, error: (any Error)?) {
            let blur = try ProgressiveBlur(maximumRadius: 5)
            let image = try PixelBuffer.noise(Size(20, 30))
            func outcome<Value>(
                _ value: inout Value, _ isEqual: (Value) -> Bool, _ body: (inout Value) async throws -> Void
            ) async -> (isUnchanged: Bool, error: (any Error)?) {
                do {
                    try await body(&value)
                    return (isEqual(value), nil)
                } catch {
                    return (isEqual(value), error)
                }
            }
            switch self {
            case .buffer:
                var copy = try image.copy()
                do {
                    try await blur.blur(&copy)
                    return (copy.sampleValues() == image.sampleValues(), nil)
                } catch {
                    return (copy.sampleValues() == image.sampleValues(), error)
                }
            case .bytes:
                var bytes = [UInt8](image)
                let before = bytes
                return await outcome(&bytes, { $0 == before }) { try await blur.blur(&$0, layout: image.layout) }
            case .integers:
                let layout = try PixelLayout(width: 20, height: 30, format: PixelFormat(.rgb, .sixteen))
                var samples = image.sampleValues().map { UInt16($0 * 257) }
                let before = samples
                return await outcome(&samples, { $0 == before }) { try await blur.blur(&$0, layout: layout) }
            case .floats:
                let layout = try PixelLayout(width: 20, height: 30, format: PixelFormat(.rgb, .float))
                var samples = image.sampleValues().map { Float($0) / 255 }
                let before = samples
                return await outcome(&samples, { $0 == before }) { try await blur.blur(&$0, layout: layout) }
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

    @Test("works that wait are performed in order, without those that left, and nothing of them stays")
    func order() async throws {
        let performed = Mutex<[Int]>([])
        try await BlockedQueue.run { blocked in
            var tasks: [Task<Void, any Error>] = []
            for number in 0..<40 {
                tasks.append(
                    Task {
                        try await BlockingWork.run(isCancellation: { _ in false }) {
                            (_: Cancellation) throws(BlurError) in
                            performed.withLock { $0.append(number) }
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
        #expect(performed.withLock { $0 } == (0..<40).filter { $0 % 3 != 1 })
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
