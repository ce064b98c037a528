internal import VarBlurLibC
internal import Synchronization

/// Counts the memory of all ``CheckedMemory`` that some work allocates, and limits it.
///
/// A program that processes untrusted documents has a meter for each of them, so that no part of the work can take more memory than
/// permitted, whatever an estimate says. Without a meter, nothing is refused.
package final class MemoryMeter: Sendable {
    private let used = Atomic(0)
    private let greatest = Atomic(0)
    private let limit: Int

    /// Creates a meter.
    ///
    /// - Parameter limit: the number of bytes that may be in use at once.
    package init(limit: Int = .max) { self.limit = limit }

    /// The most bytes that were in use at once.
    package var peak: Int { greatest.load(ordering: .relaxed) }

    /// Calls `body`, and counts what is allocated on this thread, and on those that ``WorkerThread`` starts for it.
    package func measure<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = unsafe pthread_getspecific(Self.key)
        unsafe _ = pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { unsafe _ = pthread_setspecific(Self.key, outer) }
        return try body()
    }

    /// The meter of this thread; `nil` if there is none.
    static var current: MemoryMeter? {
        unsafe pthread_getspecific(key).map { unsafe Unmanaged<MemoryMeter>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return key
    }()

    /// Counts an allocation; `false` if it exceeds the limit.
    func reserve(_ bytes: Int) -> Bool {
        let (_, sum) = used.add(bytes, ordering: .relaxed)
        guard sum <= limit else {
            release(bytes)
            return false
        }
        greatest.max(sum, ordering: .relaxed)
        return true
    }

    /// Counts memory that was freed.
    func release(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
