import Foundation
import Synchronization
import TestSupport
import Testing

@testable import VarBlurCommand

@Suite("Workers")
struct OrderedWorkersTests {
    /// What a run has seen.
    private struct Seen {
        var next = 0
        var delivered: [Int] = []
        var atOnce = 0
        var mostAtOnce = 0
        var longestQueue = 0
    }

    /// Runs tasks that take times of their own, and delivers until `last`.
    private func run(_ count: Int, threads: Int, last: Int = .max) -> Seen {
        let seen = Mutex(Seen())
        _ = OrderedWorkers<Int, Int>(
            threads: threads,
            next: {
                seen.withLock { seen in
                    guard seen.next < count else { return nil }
                    defer { seen.next += 1 }
                    seen.longestQueue = max(seen.longestQueue, seen.next - seen.delivered.count)
                    return seen.next
                }
            },
            work: { number in
                seen.withLock {
                    $0.atOnce += 1
                    $0.mostAtOnce = max($0.mostAtOnce, $0.atOnce)
                }
                // every tenth takes long, so that others overtake it
                Thread.sleep(forTimeInterval: number % 10 == 0 ? 0.02 : 0.0005)
                seen.withLock { $0.atOnce -= 1 }
                return number
            },
            deliver: { number in
                seen.withLock { $0.delivered.append(number) }
                return number < last
            })
        return seen.withLock(\.self)
    }

    @Test(
        "deliver all outcomes in the order of the tasks, with no more at once than there are threads",
        arguments: [1, 2, 7])
    func order(threads: Int) {
        let seen = run(200, threads: threads)
        #expect(seen.delivered == Array(0..<200))
        #expect(seen.mostAtOnce <= threads && (threads == 1 || seen.mostAtOnce > 1))
        #expect(seen.longestQueue <= 8 * threads + 8)
        #expect(run(0, threads: threads).delivered.isEmpty)
    }

    @Test("end when an outcome is refused, and deliver nothing after it", arguments: [1, 2, 7])
    func refusal(threads: Int) {
        let seen = run(10_000, threads: threads, last: 25)
        #expect(seen.delivered == Array(0...25))
        #expect(seen.next <= 26 + 8 * threads + 8)
    }

    @Test("write the time that is left as a clock does")
    func clock() {
        #expect(
            [0, 0.2, 59.5, 61, 3599, 3600, 86_399].map(Progress.clock) == [
                "00:00", "00:01", "01:00", "01:01", "59:59", "1:00:00", "23:59:59",
            ])
    }
}
