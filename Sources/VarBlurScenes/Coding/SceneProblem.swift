/// A mistake in a scene, and where it is.
public struct SceneProblem: Sendable, Hashable, CustomStringConvertible {
    /// The path of the value in the JSON document, for example `layers[3].items[0].shape.cornerRadius`; empty for the document itself.
    ///
    /// It follows the members and elements from the top of the document to the value.
    public let path: String
    /// What is wrong, and what is expected: a phrase without a period.
    public let message: String

    /// Creates a problem.
    public init(path: String, message: String) { (self.path, self.message) = (path, message) }

    /// The path and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
