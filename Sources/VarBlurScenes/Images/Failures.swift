internal import Synchronization

/// Notes on several threads whether anything failed.
///
/// Each thread notes its own failure, and the caller looks once all have ended.
final class Failures: Sendable {
    private let isNoted = Atomic(false)

    /// Whether anything failed.
    var hasAny: Bool { isNoted.load(ordering: .acquiring) }

    /// Notes a failure, on any thread.
    ///
    /// It stays noted.
    func note() { isNoted.store(true, ordering: .releasing) }
}
