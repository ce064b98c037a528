internal import VarBlur
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
        #if os(Linux)
            // the clock of `Instant`, which no change of the system's time affects
            var attributes = pthread_condattr_t()
            unsafe pthread_condattr_init(&attributes)
            unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            unsafe pthread_cond_init(condition, &attributes)
            unsafe pthread_condattr_destroy(&attributes)
        #else
            unsafe pthread_cond_init(condition, nil)
        #endif
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
        #if os(Linux)
            let end = (Instant.now + max(duration, .zero)).nanoseconds
            var time = timespec(tv_sec: time_t(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
            unsafe _ = pthread_cond_timedwait(condition, mutex, &time)
        #else
            let (seconds, attoseconds) = min(max(duration, .zero), .seconds(3600)).components
            var time = timespec(tv_sec: time_t(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            unsafe _ = pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #endif
    }

    /// Wakes all waiting threads; only with the lock held.
    package func notifyAll() { unsafe pthread_cond_broadcast(condition) }
}
