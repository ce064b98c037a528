/// The threads and instructions that the fast engine uses.
///
/// They do not affect the result.
public struct BlurExecution: Sendable, Hashable {
    /// The maximum number of threads for an image, at least 1.
    ///
    /// Small images use fewer.
    ///
    /// The default is the number of processors that the process may use, within the limits of Linux's CPU affinity and control
    /// groups.
    public var threadCount: Int {
        get { givenThreadCount ?? Processors.usableCount }
        set { givenThreadCount = newValue }
    }

    // counting the processors takes longer than blurring a small image, which needs no threads
    private var givenThreadCount: Int?

    /// The instruction set.
    ///
    /// Traps if the processor lacks it.
    ///
    /// The default is ``InstructionSet/standard``.
    public var instructionSet: InstructionSet

    /// Creates execution options; `nil` selects the default.
    public init(threadCount: Int? = nil, instructionSet: InstructionSet? = nil) {
        trapUnless(threadCount ?? 1 >= 1, "the number of threads must be at least 1")
        givenThreadCount = threadCount
        self.instructionSet = instructionSet ?? .standard
    }
}
