/// How the fast engine uses the machine; it does not change a byte of the result.
public struct BlurExecution: Sendable, Hashable {
    /// The most threads that an image is spread over, at least 1; small images take fewer.
    ///
    /// By default all processors that the process may use: Linux's affinity and control groups are respected.
    public var threadCount: Int

    /// The instruction set; one that the machine lacks traps when it is used.
    ///
    /// By default the widest that the machine has, or the one that the environment variable
    /// `VARBLUR_INSTRUCTION_SET` names.
    public var instructionSet: InstructionSet

    /// Creates an execution; what is not given is the machine's best.
    public init(threadCount: Int? = nil, instructionSet: InstructionSet? = nil) {
        precondition(threadCount ?? 1 >= 1, "there has to be at least one thread")
        self.threadCount = threadCount ?? Processors.usableCount
        self.instructionSet = instructionSet ?? .standard
    }
}
