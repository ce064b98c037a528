/// The time that each stage of a job took.
///
/// Decoding, blurring, and encoding can overlap, so the sum can exceed the duration of the job.
public struct StageTimings: Sendable, Hashable {
    /// Reading the input file.
    public var read = Duration.zero
    /// Decoding the input, and converting its colors.
    public var decode = Duration.zero
    /// Cropping and resizing.
    public var resize = Duration.zero
    /// Blurring.
    public var blur = Duration.zero
    /// Encoding the output and writing it.
    public var encode = Duration.zero
    /// Flushing the output to the disk and renaming it.
    public var commit = Duration.zero

    /// All zero.
    public init() {}
}

/// Adds up the time of stages, which may run on several threads.
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
