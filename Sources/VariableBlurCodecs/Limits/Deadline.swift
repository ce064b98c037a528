internal import LibC

/// The time after which a job fails with a timeout error.
struct Deadline: Sendable, Hashable {
    /// Nanoseconds of the monotonic clock.
    let nanoseconds: Int64
    private let allowed: Duration

    /// A deadline after an allowed duration, which begins now.
    init(after allowed: Duration) {
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

    /// The remaining time in milliseconds; 0 if the deadline has passed.
    var millisecondsLeft: Int { Int(max(nanoseconds - Self.now, 0) / 1_000_000) }

    /// Whether the deadline has passed.
    var hasPassed: Bool { Self.now >= nanoseconds }

    /// Throws an error with the code `timeout` if the deadline has passed.
    func check() throws(ImageError) { if hasPassed { throw error } }

    /// The error after the deadline.
    var error: ImageError {
        ImageError(
            .timeout, "processing took longer than \(allowed)", remedy: "raise --timeout, or scale the image down first"
        )
    }
}
