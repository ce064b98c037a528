internal import VarBlurLibC

/// A lock with a condition variable: threads can wait until the guarded state has changed.
@safe
package final class Monitor: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Calls `body` with the lock held.
    package func withLock<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Releases the lock until another thread calls ``notifyAll()``; only with the lock held.
    package func wait() { unsafe pthread_cond_wait(condition, mutex) }

    /// Releases the lock until another thread calls ``notifyAll()``, or for some time; only with the lock held.
    ///
    /// It may return earlier.
    package func wait(atMost duration: Duration) {
        // an hour at a time: sums do not overflow
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(3600)).components
        var end = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &end)
        let nanoseconds = Int(end.tv_nsec) + Int(attoseconds / 1_000_000_000)
        end.tv_sec += time_t(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        unsafe _ = pthread_cond_timedwait(condition, mutex, &end)
    }

    /// Wakes all waiting threads; only with the lock held.
    package func notifyAll() { unsafe pthread_cond_broadcast(condition) }
}
