import Synchronization
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("The memory that jobs share")
struct MemoryBudgetTests {
    private static let size = 1000

    /// What the jobs of a test use.
    private struct Use {
        var byteCount = 0
        var jobCount = 0
        var (mostBytes, mostJobs) = (0, 0)
        var order: [Int] = []
    }

    private func reserve(
        _ byteCount: Int, of budget: MemoryBudget, until deadline: Deadline? = nil
    ) throws -> MemoryReservation? {
        let reservation = try budget.begin(until: deadline)
        try reservation?.reserve(byteCount, until: deadline)
        return reservation
    }

    @Test("Jobs at the same time never exceed it, and all of them get what they need", arguments: [1, 2, 3, 8])
    func sum(threads: Int) {
        let budget = MemoryBudget { (Self.size, .addressSpace) }
        let use = Mutex(Use())
        Threads.run(threads) { thread in
            var random = SplitMix64(seed: UInt64(thread))
            for _ in 0..<200 {
                let byteCount = Int.random(in: 1...Self.size, using: &random)
                let reservation = try? reserve(byteCount, of: budget)
                use.withLock { use in
                    use.byteCount += byteCount
                    use.jobCount += 1
                    use.mostBytes = max(use.mostBytes, use.byteCount)
                }
                use.withLock { $0.byteCount -= byteCount }
                withExtendedLifetime(reservation) {}
            }
        }
        let result = use.withLock(\.self)
        #expect(result.jobCount == 200 * threads && result.mostBytes <= Self.size && result.mostBytes > 0)
    }

    @Test("A large job does not wait for ever behind small ones: jobs get memory in the order in which they ask")
    func order() throws {
        let budget = MemoryBudget { (Self.size, .controlGroup) }
        let order = Mutex([Int]())
        var first: MemoryReservation? = try reserve(600, of: budget)
        #expect(first != nil)
        let threads = [(1, 900), (2, 200)].map { number, byteCount in
            let thread = WorkerThread.start {
                let reservation = try? reserve(byteCount, of: budget)
                order.withLock { $0.append(number) }
                withExtendedLifetime(reservation) {}
            }
            while budget.queueLength < number {}
            return thread
        }
        #expect(order.withLock(\.self).isEmpty)
        first = nil
        for thread in threads { thread?.join() }
        #expect(order.withLock(\.self) == [1, 2])
    }

    @Test("A wait ends with the time of the job, and the others go on")
    func deadline() throws {
        let budget = MemoryBudget { (Self.size, .addressSpace) }
        let first = try reserve(600, of: budget)
        let error = #expect(throws: ImageError.self) {
            _ = try reserve(600, of: budget, until: Deadline(after: .milliseconds(5)))
        }
        #expect(error?.code == .timeout)
        let second = try reserve(400, of: budget, until: Deadline(after: .seconds(60)))
        #expect(second != nil)
        withExtendedLifetime((first, second)) {}
    }

    @Test("Without a limit of the system, nothing is reserved, and nothing waits")
    func unlimited() throws {
        let budget = MemoryBudget { (Int.max, nil) }
        for _ in 0..<3 { #expect(try reserve(Int.max, of: budget) == nil) }
    }

    @Test("A job alone gets what there is; what is left otherwise counts, too")
    func left() throws {
        let left = Mutex(Self.size)
        let budget = MemoryBudget { (left.withLock(\.self), .addressSpace) }
        let first = try reserve(Self.size, of: budget)
        left.withLock { $0 = 10 }
        #expect(throws: ImageError.self) { _ = try reserve(20, of: budget, until: Deadline(after: .zero)) }
        #expect(budget.total.byteCount == Self.size)
        withExtendedLifetime(first) {}
    }
}
