internal import VarBlurLibC

/// A point in time of the monotonic clock.
///
/// The clocks of Swift belong to its concurrency runtime, which would delay the start of a program that does not need it.
package struct Instant: Sendable, Hashable, Comparable {
    package let nanoseconds: Int64

    /// The current time.
    package static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func - (end: Instant, start: Instant) -> Duration {
        .nanoseconds(end.nanoseconds - start.nanoseconds)
    }

    /// The time after a duration, which is at least zero; the greatest time if the sum is later.
    package static func + (start: Instant, duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let end = start.nanoseconds.addingReportingOverflow(nanoseconds.partialValue)
        let exact = end.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000)
        let isTooLate = nanoseconds.overflow || end.overflow || exact.overflow
        return Instant(nanoseconds: isTooLate ? Int64.max : exact.partialValue)
    }
}
