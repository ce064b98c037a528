internal import Synchronization

/// A request to end some work early, which any thread may make and any thread may look up.
package final class Cancellation: Sendable {
    private let isRequested = Atomic(false)
    /// When the work was asked for: before it waited for others.
    package let start: Instant

    /// A request that has not been made yet, for work that is asked for now or was at another time.
    package init(start: Instant = .now) { self.start = start }

    /// Whether the work should end.
    package var isCancelled: Bool { isRequested.load(ordering: .relaxed) }

    /// Requests that the work ends.
    package func cancel() { isRequested.store(true, ordering: .relaxed) }
}

extension Cancellation: Hashable {
    package static func == (left: Cancellation, right: Cancellation) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
