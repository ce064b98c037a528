internal import VarBlur

/// The conditions under which files are read and written: the limits, the end of the allowed time, and the metadata that is needed.
struct JobContext: Sendable {
    /// The limits on size and memory; the time limit is in the deadline.
    var limits: ImageLimits
    /// When to end early; `nil` if there is neither a time limit nor a cancellation.
    let deadline: Deadline?
    /// The metadata that is not read because the output does not get it.
    private(set) var stripping = MetadataStripping.none
    /// Whether the description of colors is read even if the output does not get it.
    private var needsColors = false
    /// What is read of gain maps.
    private(set) var gainMaps = GainMapReading.contents
    /// The item of a file that is read in place of its picture; 0 for the picture.
    var item = 0
    /// Blurs that are prepared already; `nil` if the job shares none with others.
    var blurCache: RowBlurCache?
    /// The turn of the job, and then its memory; `nil` if the system does not limit it.
    private(set) var reservation: MemoryReservation?
    /// The time of each stage so far; copies of the context share it.
    let timings = StageTimingCollector()

    /// The conditions for work that may take any time, with the limits as they are.
    init(_ limits: ImageLimits, deadline: Deadline? = nil) { (self.limits, self.deadline) = (limits, deadline) }

    /// The conditions of a job that starts now: sets the deadline, and lowers the memory limit to what is available.
    ///
    /// - Parameters:
    ///   - limits: the limits.
    ///   - cancellation: the cancellation of the task that runs the job; `nil` if it runs outside a task.
    ///   - stripping: the metadata that the output does not get.
    ///   - needsColors: whether the description of colors is read even if the output does not get it.
    ///   - gainMaps: what is read of gain maps.
    init(
        startingNow limits: ImageLimits, _ cancellation: Cancellation? = nil,
        stripping: MetadataStripping = .none, needsColors: Bool = false, gainMaps: GainMapReading = .contents
    ) {
        self.init(limits.withAvailableMemory, deadline: Deadline.starting(after: limits.time, cancellation))
        // a gain map is not a part of the metadata
        (self.stripping, self.needsColors) = (stripping == .gainMap ? .none : stripping, needsColors)
        self.gainMaps = gainMaps
    }

    /// Waits until it is the turn of the job to read its input, if the system limits the memory.
    ///
    /// - Throws: an error with the code `timeout` or `cancelled`.
    mutating func waitForTurn() throws(ImageError) { reservation = try MemoryBudget.shared.begin(until: deadline) }

    /// Checks the estimated memory of the job, in bytes, and waits for it.
    ///
    /// - Throws: an error with the code `overLimit`, `timeout`, or `cancelled`.
    func reserve(memory estimate: Int) throws(ImageError) {
        try limits.check(memory: estimate)
        try reservation?.reserve(estimate, until: deadline)
    }

    /// Whether profiles of any length are read; code points and short profiles, which tell what is lost without them, always are.
    var readsColors: Bool { needsColors || stripping != .all }

    /// Whether a profile of some length, as it is stored, is read.
    func readsProfile(byteCount: Int) -> Bool { readsColors || byteCount <= 1 << 13 }

    /// The same conditions for reading pixels only.
    var withoutMetadata: JobContext {
        var context = self
        (context.stripping, context.needsColors, context.gainMaps) = (.all, false, .nothing)
        return context
    }

    /// The same conditions for reading an image as it is seen on most displays.
    var asSeen: JobContext {
        var context = self
        (context.stripping, context.gainMaps) = (.safe, .nothing)
        return context
    }

    /// The same conditions for reading a gain map with all of its metadata, which must be intact.
    var withoutGainMaps: JobContext {
        var context = self
        (context.stripping, context.needsColors, context.gainMaps) = (.none, true, .nothing)
        context.limits.allowsDamage = false
        return context
    }
}

/// What is read of gain maps.
enum GainMapReading {
    case nothing
    /// Whether there is one, as far as that takes no time: it is left out.
    case presence
    case contents
}
