import Foundation
import Synchronization
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Bounded queue")
struct BoundedQueueTests {
    /// Consumes elements until the queue ends.
    private func drain(_ queue: BoundedQueue<Int>) -> [Int] {
        var elements: [Int] = []
        while let element = queue.next() { elements.append(element) }
        return elements
    }

    @Test("delivers elements of one producer in order, through few slots")
    func order() throws {
        for capacity in [1, 3] {
            let queue = BoundedQueue<Int>(capacity: capacity)
            let producer = try #require(
                WorkerThread.start {
                    for number in 0..<1000 { queue.append(number) }
                    queue.close()
                })
            #expect(drain(queue) == Array(0..<1000))
            producer.join()
        }
    }

    @Test("delivers in the order of reservations, whatever the order in which positions are filled")
    func reservations() throws {
        let queue = BoundedQueue<Int>(capacity: 4)
        let positions = try (0..<4).map { _ in try #require(queue.reserve()) }
        for index in [2, 1, 3] {
            queue.fill(positions[index], with: index)
            #expect(queue.nextIfReady() == nil)
        }
        queue.fill(positions[0], with: 0)
        queue.close()
        #expect(drain(queue) == [0, 1, 2, 3])
    }

    @Test("keeps the order with several producers and consumers, and loses nothing")
    func manyThreads() throws {
        let queue = BoundedQueue<Int>(capacity: 5)
        let consumed = Mutex<[[Int]]>([])
        let consumers = (0..<3).compactMap { _ in
            WorkerThread.start {
                let elements = drain(queue)
                consumed.withLock { $0.append(elements) }
            }
        }
        let producers = (0..<3).compactMap { producer in
            WorkerThread.start { for number in 0..<400 { queue.append(3 * number + producer) } }
        }
        try #require(consumers.count == 3 && producers.count == 3)
        for producer in producers { producer.join() }
        queue.close()
        for consumer in consumers { consumer.join() }
        let all = consumed.withLock(\.self)
        #expect(all.flatMap(\.self).sorted() == Array(0..<1200))
        // each consumer sees the elements of each producer in order
        for elements in all {
            for producer in 0..<3 {
                let own = elements.filter { $0 % 3 == producer }
                #expect(own == own.sorted())
            }
        }
    }

    @Test("holds back the producer while it is full")
    func bound() throws {
        let queue = BoundedQueue<Int>(capacity: 3)
        let produced = Mutex(0)
        let producer = try #require(
            WorkerThread.start {
                for number in 0..<50 where queue.append(number) { produced.withLock { $0 += 1 } }
                queue.close()
            })
        for taken in 0..<50 {
            #expect(queue.next() == taken)
            #expect(produced.withLock(\.self) <= taken + 1 + 3)
        }
        producer.join()
        #expect(queue.next() == nil)
    }

    @Test("closed, it refuses further elements and delivers those it has")
    func closing() throws {
        let queue = BoundedQueue<Int>(capacity: 3)
        queue.append(1)
        let position = try #require(queue.reserve())
        queue.close()
        #expect(!queue.append(9) && queue.reserve() == nil)
        queue.fill(position, with: 2)
        #expect(drain(queue) == [1, 2])
    }

    @Test("cancelled, it discards its elements and releases all waiting threads")
    func cancelling() throws {
        let full = BoundedQueue<Int>(capacity: 1)
        full.append(1)
        let wasAdded = Mutex(true)
        let producer = try #require(
            WorkerThread.start {
                let added = full.append(2)
                wasAdded.withLock { $0 = added }
            })
        let empty = BoundedQueue<Int>(capacity: 1)
        let last = Mutex<Int?>(7)
        let consumer = try #require(
            WorkerThread.start {
                let element = empty.next()
                last.withLock { $0 = element }
            })
        Thread.sleep(forTimeInterval: 0.01)
        full.cancel()
        empty.cancel()
        producer.join()
        consumer.join()
        #expect(!wasAdded.withLock(\.self) && last.withLock(\.self) == nil)
        #expect(full.next() == nil && full.nextIfReady() == nil)
    }
}
