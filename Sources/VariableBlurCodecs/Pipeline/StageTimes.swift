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
