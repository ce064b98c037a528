/// The time that each stage of a job took.
///
/// Decoding, blurring, and encoding can overlap, so the sum can exceed the duration of the job.
public struct StageTimings: Sendable, Hashable {
    /// Reading the input file.
    public var read = Duration.zero
    /// Decoding the input.
    public var decode = Duration.zero
    /// Blurring.
    public var blur = Duration.zero
    /// Encoding the output and writing it.
    public var encode = Duration.zero
    /// Flushing the output to the disk and renaming it.
    public var commit = Duration.zero

    /// All zero.
    public init() {}

    static func + (left: StageTimings, right: StageTimings) -> StageTimings {
        var sum = left
        for stage in [\StageTimings.read, \.decode, \.blur, \.encode, \.commit] {
            sum[keyPath: stage] += right[keyPath: stage]
        }
        return sum
    }
}

/// Measures consecutive stages on one thread.
struct StageStopwatch {
    private(set) var timings = StageTimings()
    private var start = ContinuousClock.now

    /// Starts the next stage now; the time since the last stage is not counted.
    mutating func restart() { start = .now }

    /// Ends a stage, which began at the end of the last one.
    mutating func end(_ stage: WritableKeyPath<StageTimings, Duration>) {
        let now = ContinuousClock.now
        timings[keyPath: stage] += now - start
        start = now
    }
}

/// Adds up the time of stages that run on several threads.
final class StageTimingCollector: @unchecked Sendable {
    private let monitor = Monitor()
    private var sum = StageTimings()

    /// The time collected so far.
    var total: StageTimings { monitor.withLock { sum } }

    /// Adds the time since `start` to a stage, without the time that the stage `waited` for another one.
    func add(
        _ stage: WritableKeyPath<StageTimings, Duration>, since start: ContinuousClock.Instant, waited: Duration = .zero
    ) {
        let duration = ContinuousClock.now - start - waited
        monitor.withLock { sum[keyPath: stage] += duration }
    }
}
