internal import VarBlur

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

    /// The stages in their order, with their names for users.
    package var stages: KeyValuePairs<String, Duration> {
        ["read": read, "decode": decode, "resize": resize, "blur": blur, "encode": encode, "write": commit]
    }

    /// A stage; a key path would take longer to set up than a small image to blur.
    enum Stage { case read, decode, resize, blur, encode, commit }

    fileprivate mutating func add(_ duration: Duration, to stage: Stage) {
        switch stage {
        case .read: read += duration
        case .decode: decode += duration
        case .resize: resize += duration
        case .blur: blur += duration
        case .encode: encode += duration
        case .commit: commit += duration
        }
    }
}

/// Adds up the time of stages, which may run on several threads.
final class StageTimingCollector: @unchecked Sendable {
    private let monitor = Monitor()
    private var sum = StageTimings()

    /// The time collected so far.
    var total: StageTimings { monitor.withLock { sum } }

    /// Adds the time since `start` to a stage, without the time that the stage `waited` for another one.
    func add(
        _ stage: StageTimings.Stage, since start: Instant, waited: Duration = .zero
    ) {
        let duration = Instant.now - start - waited
        monitor.withLock { sum.add(duration, to: stage) }
    }
}
