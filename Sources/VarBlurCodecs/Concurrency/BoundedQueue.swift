/// A queue of limited length between threads, which keeps its order even if elements are produced out of order.
///
/// A producer reserves a position, produces the element, and fills the position; the reservations determine the order. Producers
/// wait while the queue is full, and consumers wait while its first position is not filled. Any number of threads may produce and
/// consume.
package final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    /// A ring buffer: position `n` has the index `n % capacity`.
    private var slots: [Element?]
    /// The first position in the queue, and the next one to reserve.
    private var first = 0
    private var end = 0
    private var state = State.open

    private enum State { case open, closed, cancelled }

    /// Creates an empty queue for at most `capacity` elements, at least 1; reserved positions count.
    package init(capacity: Int) {
        precondition(capacity >= 1, "a queue has room for at least one element")
        slots = Array(repeating: nil, count: capacity)
    }

    /// Reserves the next position, and waits while the queue is full.
    ///
    /// - Returns: the position; `nil` if the queue is closed or cancelled.
    package func reserve() -> Int? {
        monitor.withLock {
            while state == .open && end - first == slots.count { monitor.wait() }
            guard state == .open else { return nil }
            end += 1
            return end - 1
        }
    }

    /// Fills a reserved position, once.
    package func fill(_ position: Int, with element: Element) {
        monitor.withLock {
            guard state != .cancelled else { return }
            precondition(
                position >= first && position < end && slots[position % slots.count] == nil,
                "the position is not reserved")
            slots[position % slots.count] = element
            monitor.notifyAll()
        }
    }

    /// Adds an element at the end, and waits while the queue is full.
    ///
    /// - Returns: whether it was added; `false` if the queue is closed or cancelled.
    @discardableResult
    package func append(_ element: Element) -> Bool {
        guard let position = reserve() else { return false }
        fill(position, with: element)
        return true
    }

    /// Removes the first element, and waits until its position is filled.
    ///
    /// - Returns: the element; `nil` if the queue is cancelled, or closed and empty.
    package func next() -> Element? {
        monitor.withLock {
            while true {
                if let element = removeFirst() { return element }
                if state == .cancelled || state == .closed && first == end { return nil }
                monitor.wait()
            }
        }
    }

    /// Removes the first element if its position is filled; never waits.
    package func nextIfReady() -> Element? { monitor.withLock { removeFirst() } }

    /// Ends production: reserved positions can still be filled, and filled ones consumed.
    package func close() { change(to: .closed) }

    /// Ends production and consumption, and discards all elements.
    package func cancel() { change(to: .cancelled) }

    private func change(to newState: State) {
        monitor.withLock {
            if state != .cancelled { state = newState }
            if state == .cancelled { for index in slots.indices { slots[index] = nil } }
            monitor.notifyAll()
        }
    }

    /// Removes the first element if its position is filled; only with the lock held.
    private func removeFirst() -> Element? {
        guard first < end, let element = slots[first % slots.count] else { return nil }
        slots[first % slots.count] = nil
        first += 1
        monitor.notifyAll()
        return element
    }
}
