internal import VarBlur

/// When a job ends early: after the allowed time with a timeout error, or as soon as its task is cancelled.
struct Deadline: Sendable, Hashable {
    /// Nanoseconds of the monotonic clock; `Int64.max` if the time is not limited.
    let nanoseconds: Int64
    private let allowed: Duration?
    private let cancellation: Cancellation?

    /// A deadline after an allowed duration, which begins now.
    init(after allowed: Duration) { self.init(after: allowed, cancellation: nil) }

    private init(after allowed: Duration?, cancellation: Cancellation?) {
        (self.allowed, self.cancellation) = (allowed, cancellation)
        nanoseconds = allowed.map { ((cancellation?.start ?? .now) + $0).nanoseconds } ?? Int64.max
    }

    /// A deadline of either kind; `nil` if there is neither a time limit nor a cancellation.
    ///
    /// The time of work that can be cancelled counts from when it was asked for: it may have waited.
    static func starting(after allowed: Duration?, _ cancellation: Cancellation?) -> Deadline? {
        allowed == nil && cancellation == nil ? nil : Deadline(after: allowed, cancellation: cancellation)
    }

    private var isCancelled: Bool { cancellation?.isCancelled ?? false }

    /// Whether the job should end.
    var hasPassed: Bool { isCancelled || allowed != nil && Instant.now.nanoseconds >= nanoseconds }

    /// The remaining time in milliseconds; 0 if the deadline has passed.
    var millisecondsLeft: Int {
        if isCancelled { return 0 }
        return allowed == nil ? Int.max : Int(max(nanoseconds - Instant.now.nanoseconds, 0) / 1_000_000)
    }

    /// How many milliseconds a system call may wait before the deadline is looked at again.
    ///
    /// A cancellation does not wake a thread that waits in a system call.
    var pollTime: Int32 { Int32(min(millisecondsLeft, cancellation == nil ? 60_000 : 50)) }

    /// Throws an error with the code `timeout` or `cancelled` if the deadline has passed.
    func check() throws(ImageError) { if hasPassed { throw error } }

    /// The error after the deadline.
    var error: ImageError {
        cancellationError ?? ImageError(timeLimit: allowed ?? .zero)
    }

    /// A duration in seconds, as a decimal number with at most nine decimals.
    fileprivate static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let digits = String(attoseconds / 1_000_000_000)
        let decimals = String(repeating: "0", count: max(9 - digits.count, 0)) + digits
        let shown = decimals.reversed().drop { $0 == "0" }.reversed()
        return shown.isEmpty ? "\(seconds)" : "\(seconds).\(String(shown))"
    }

    /// The error if the task was cancelled; `nil` if not.
    var cancellationError: ImageError? { isCancelled ? ImageError(.cancelled, "the job was cancelled") : nil }
}

extension ImageError {
    /// The error of a job that takes longer than its time limit.
    package init(timeLimit: Duration, file: String = "") {
        self.init(
            .timeout, "processing took longer than \(Deadline.text(timeLimit)) seconds",
            remedy: "raise the limit, or scale the image down first", file: file, reason: .timeLimit)
    }
}
