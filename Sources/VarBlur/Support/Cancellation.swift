internal import Synchronization

/// A request to end some work early, which any thread may make and any thread may look up.
package final class Cancellation: Sendable {
    private let isRequested = Atomic(false)

    package init() {}

    /// Whether the work should end.
    package var isCancelled: Bool { isRequested.load(ordering: .relaxed) }

    /// Requests that the work ends.
    package func cancel() { isRequested.store(true, ordering: .relaxed) }
}

extension Cancellation: Hashable {
    package static func == (left: Cancellation, right: Cancellation) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
