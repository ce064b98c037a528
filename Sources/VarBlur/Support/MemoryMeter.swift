internal import Synchronization

/// Counts the memory of all ``CheckedMemory`` of the process, and limits it.
///
/// A program that processes one untrusted document at a time sets the limit, so that no part of it can take more memory than permitted,
/// whatever an estimate says. Without a limit, nothing is refused.
package enum MemoryMeter {
    private static let used = Atomic(0)
    private static let greatest = Atomic(0)
    private static let limit = Atomic(Int.max)

    /// Limits the memory in addition to what is in use now, in bytes, and begins to measure ``peak``.
    package static func start(limit added: Int = .max) {
        let now = used.load(ordering: .relaxed)
        greatest.store(now, ordering: .relaxed)
        base.store(now, ordering: .relaxed)
        let (sum, overflow) = now.addingReportingOverflow(added)
        limit.store(overflow ? .max : sum, ordering: .relaxed)
    }

    private static let base = Atomic(0)

    /// The most bytes that were in use at once since ``start(limit:)``, in addition to those at that time.
    package static var peak: Int { greatest.load(ordering: .relaxed) - base.load(ordering: .relaxed) }

    /// Counts an allocation; `false` if it exceeds the limit.
    static func reserve(_ bytes: Int) -> Bool {
        let (_, sum) = used.add(bytes, ordering: .relaxed)
        guard sum <= limit.load(ordering: .relaxed) else {
            release(bytes)
            return false
        }
        greatest.max(sum, ordering: .relaxed)
        return true
    }

    /// Counts memory that was freed.
    static func release(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
