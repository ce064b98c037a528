/// An invalid setting, or a failed allocation.
public struct BlurError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An error code.
    ///
    /// New codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// A radius is negative or not finite, or the minimum exceeds the maximum.
        public static let invalidRadius = Code(description: "invalidRadius")
        /// A start offset is 1 or more, or not finite.
        public static let invalidStartOffset = Code(description: "invalidStartOffset")
        /// A reach is 0 or less, or more than 10⁹.
        public static let invalidReach = Code(description: "invalidReach")
        /// A gradient has fewer than two stops, or a number of a field is out of range or not finite.
        public static let invalidField = Code(description: "invalidField")
        /// A number of a look is out of range or not finite, or the pixels cannot have the look.
        public static let invalidLook = Code(description: "invalidLook")
        /// A transfer curve decreases or has a number out of range, or the pixels cannot be converted to linear light.
        public static let invalidLight = Code(description: "invalidLight")
        /// Pixels cannot be converted to a format, or be processed in the one that they have.
        public static let invalidFormat = Code(description: "invalidFormat")
        /// A width or height is below 1, the image is too large to address, or a number of a resize is out of range or not finite.
        public static let invalidSize = Code(description: "invalidSize")
        /// A crop is not inside the image.
        public static let outsideImage = Code(description: "outsideImage")
        /// A blur was ended early; asynchronous functions throw `CancellationError` instead.
        public static let cancelled = Code(description: "cancelled")
        /// The system could not allocate memory for pixels.
        public static let outOfMemory = Code(description: "outOfMemory")
        /// More memory is needed than the program that uses the library permits.
        public static let overLimit = Code(description: "overLimit")
    }

    /// The error code.
    public let code: Code

    /// A description of the error and its remedy: one line without a final period.
    public let message: String

    /// The message.
    public var description: String { message }

    /// The message, in English; through `any Error`, only ``description`` is this text.
    public var localizedDescription: String { message }

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension Decoder {
    /// Creates a value from what has been decoded.
    ///
    /// - Throws: a `DecodingError`: that of `make`, or `dataCorrupted` with another error of `make` as its underlying error.
    func validated<Value>(_ make: () throws -> Value) throws -> Value {
        do {
            return try make()
        } catch let error as DecodingError {
            throw error
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "\(error)", underlyingError: error))
        }
    }
}
