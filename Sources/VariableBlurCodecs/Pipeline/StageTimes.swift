/// How long the stages of a job took.
public struct StageTimes: Sendable, Hashable {
    /// Reading the input file.
    public var read = Duration.zero
    /// Decoding it.
    public var decode = Duration.zero
    /// Blurring.
    public var blur = Duration.zero
    /// Encoding the output and handing it to the system.
    public var encode = Duration.zero
    /// Waiting until the output is on the disk and has its name.
    public var commit = Duration.zero

    /// Nothing yet.
    public init() {}

    /// Both together.
    func adding(_ other: StageTimes) -> StageTimes {
        var sum = self
        for stage in [\StageTimes.read, \.decode, \.blur, \.encode, \.commit] {
            sum[keyPath: stage] += other[keyPath: stage]
        }
        return sum
    }
}

/// Notes stages as they end.
struct StageWatch {
    private(set) var times = StageTimes()
    private var start = ContinuousClock.now

    /// Forgets the time since the last stage.
    mutating func begin() { start = .now }

    /// Adds the time since the last end to a stage.
    mutating func end(_ stage: WritableKeyPath<StageTimes, Duration>) {
        let now = ContinuousClock.now
        times[keyPath: stage] += now - start
        start = now
    }
}

/// Adds up what the stages of a job take that may be on threads of their own.
final class StageMeter: @unchecked Sendable {
    private let monitor = Monitor()
    private var sum = StageTimes()

    /// What was added so far.
    var times: StageTimes { monitor.locked { sum } }

    /// Adds the time since a moment to a stage, but for what it has waited for others.
    func add(
        _ stage: WritableKeyPath<StageTimes, Duration>, since start: ContinuousClock.Instant, waited: Duration = .zero
    ) {
        let taken = ContinuousClock.now - start - waited
        monitor.locked { sum[keyPath: stage] += taken }
    }
}
