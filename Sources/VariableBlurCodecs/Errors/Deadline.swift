internal import LibC

/// The moment by which an image has to be done.
struct Deadline: Sendable, Hashable {
    /// On the system's clock that only goes forwards.
    let nanoseconds: Int64
    private let allowed: Duration

    /// The moment that is a while from now.
    init(in allowed: Duration) {
        self.allowed = allowed
        let (seconds, attoseconds) = allowed.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let end = Self.now.addingReportingOverflow(whole + attoseconds / 1_000_000_000)
        nanoseconds = overflow || end.overflow ? Int64.max : end.partialValue
    }

    private static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Milliseconds from now, 0 if the moment has passed.
    var millisecondsLeft: Int { Int(max(nanoseconds - Self.now, 0) / 1_000_000) }

    /// Fails if the moment has passed.
    func check() throws(ImageError) { if Self.now >= nanoseconds { throw passed } }

    /// The complaint that the moment has passed.
    var passed: ImageError {
        ImageError(.timeout, "it was not done within \(allowed)", remedy: "allow it more time, or scale it down first")
    }
}
