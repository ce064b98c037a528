import Foundation
import Synchronization
import TestSupport
import Testing

@testable import VarBlurCommand

@Suite("Ordered workers")
struct OrderedWorkersTests {
    /// The observations of a run.
    private struct Observations {
        var next = 0
        var delivered: [Int] = []
        var running = 0
        var maximumRunning = 0
        var maximumQueueLength = 0
    }

    /// Runs tasks of different durations and stops after the delivery of `last`.
    private func run(_ count: Int, threads: Int, last: Int = .max) -> Observations {
        let observations = Mutex(Observations())
        OrderedWorkers<Int, Int>.run(
            threads: threads,
            next: {
                observations.withLock { observations in
                    guard observations.next < count else { return nil }
                    defer { observations.next += 1 }
                    observations.maximumQueueLength = max(
                        observations.maximumQueueLength, observations.next - observations.delivered.count)
                    return observations.next
                }
            },
            work: { number in
                observations.withLock {
                    $0.running += 1
                    $0.maximumRunning = max($0.maximumRunning, $0.running)
                }
                // Every tenth task is slow, so that others overtake it.
                Thread.sleep(forTimeInterval: number % 10 == 0 ? 0.02 : 0.0005)
                observations.withLock { $0.running -= 1 }
                return number
            },
            deliver: { number in
                observations.withLock { $0.delivered.append(number) }
                return number < last
            })
        return observations.withLock(\.self)
    }

    @Test(
        "Outcomes are delivered in the order of the tasks, and each thread runs one task at a time",
        arguments: [1, 2, 7])
    func order(threads: Int) {
        let observations = run(200, threads: threads)
        #expect(observations.delivered == Array(0..<200))
        #expect(observations.maximumRunning <= threads && (threads == 1 || observations.maximumRunning > 1))
        #expect(observations.maximumQueueLength <= 8 * threads + 8)
        #expect(run(0, threads: threads).delivered.isEmpty)
    }

    @Test("Nothing is delivered after the run is stopped", arguments: [1, 2, 7])
    func stop(threads: Int) {
        let observations = run(10_000, threads: threads, last: 25)
        #expect(observations.delivered == Array(0...25))
        #expect(observations.next <= 26 + 8 * threads + 8)
    }
}
