/// A setting outside its range, or memory that could not be had.
public struct BlurError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong; new codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// A radius is negative or not finite, or the minimum is above the maximum.
        public static let invalidRadius = Code(description: "invalidRadius")
        /// A start offset is 1 or more, or not finite.
        public static let invalidStartOffset = Code(description: "invalidStartOffset")
        /// A width or height below 1, or an image too large to address.
        public static let invalidSize = Code(description: "invalidSize")
        /// The system had no memory left for pixels.
        public static let outOfMemory = Code(description: "outOfMemory")
    }

    /// What went wrong, for programs.
    public let code: Code

    /// What went wrong and what to do about it, for people: one line without a full stop.
    public let message: String

    /// The message.
    public var description: String { message }

    /// An error with a code for programs and a message for people.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
