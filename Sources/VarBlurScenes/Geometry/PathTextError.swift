/// A mistake in the text of a path, and its position.
public struct PathTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the mistake: one line without a final period.
    public let message: String
    /// The position of the mistake: the number of UTF-8 bytes before it.
    public let offset: Int

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - message: a description of the mistake: one line without a final period.
    ///   - offset: the number of UTF-8 bytes before the mistake.
    public init(message: String, offset: Int) { (self.message, self.offset) = (message, offset) }

    /// The message and the position.
    public var description: String { "\(message) (at character \(offset + 1))" }
}
