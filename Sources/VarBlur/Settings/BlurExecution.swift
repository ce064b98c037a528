/// The threads and instructions that the fast engine uses.
///
/// They do not affect the result.
public struct BlurExecution: Sendable, Hashable {
    /// The maximum number of threads for an image; less than 1 traps.
    ///
    /// Small images use fewer.
    ///
    /// The default is the number of processors that the process may use, within the limits of Linux's CPU affinity and control
    /// groups.
    public var threadCount: Int {
        get { givenThreadCount ?? Processors.usableCount }
        set { givenThreadCount = Self.checked(newValue) }
    }

    // counting the processors takes longer than blurring a small image, which needs no threads
    private var givenThreadCount: Int?

    /// The instruction set.
    ///
    /// Traps if the processor lacks it.
    ///
    /// The default is ``InstructionSet/standard``.
    public var instructionSet: InstructionSet

    /// Creates execution options; `nil` selects the default, and a number of threads below 1 traps.
    public init(threadCount: Int? = nil, instructionSet: InstructionSet? = nil) {
        givenThreadCount = threadCount.map(Self.checked)
        self.instructionSet = instructionSet ?? .standard
    }

    private static func checked(_ threadCount: Int) -> Int {
        trapUnless(threadCount >= 1, "the number of threads must be at least 1")
        return threadCount
    }
}
