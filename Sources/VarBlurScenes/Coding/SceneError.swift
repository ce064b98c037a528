public import VarBlurCodecs

/// Why a scene cannot be read or drawn.
public struct SceneError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error; further codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The document is not JSON, or does not describe a scene.
        public static let invalidScene = Code(description: "invalidScene")
        /// The scene exceeds one of the ``SceneLimits``.
        public static let overLimit = Code(description: "overLimit")
        /// An image of the scene is missing, cannot be opened, or lies outside the permitted directory.
        public static let missingImage = Code(description: "missingImage")
        /// An image of the scene cannot be decoded.
        public static let invalidImage = Code(description: "invalidImage")
        /// Memory allocation failed.
        public static let outOfMemory = Code(description: "outOfMemory")
        /// Drawing took longer than the time limit.
        public static let timeout = Code(description: "timeout")
        /// Drawing was ended early; asynchronous functions throw `CancellationError` instead.
        public static let cancelled = Code(description: "cancelled")
        /// An internal error of this library.
        public static let fault = Code(description: "fault")
    }

    /// The kind of the error, for programs.
    public let code: Code
    /// All mistakes that were found, in the order of the document; at least one.
    public let problems: [SceneProblem]
    /// The error of the image, if there is one.
    public let imageError: ImageError?

    /// All problems, one per line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }

    /// The description, in English; through `any Error`, only ``description`` is this text.
    public var localizedDescription: String { description }

    /// Creates an error from all mistakes that were found.
    public init(_ code: Code, _ problems: [SceneProblem]) {
        self.init(code, problems, nil)
    }

    init(_ code: Code, _ problems: [SceneProblem], _ imageError: ImageError?) {
        (self.code, self.problems, self.imageError) = (code, problems, imageError)
    }

    init(_ code: Code, _ message: String, path: String = "") {
        self.init(code, [SceneProblem(path: path, message: message)])
    }

    /// An error of an image, or of an output.
    ///
    /// - Parameters:
    ///   - error: the error of the file.
    ///   - path: the path of the member that names an image of the scene; empty for another file.
    public init(_ error: ImageError, path: String = "") {
        switch error.code {
        case .unreadable, .inputOutput: code = .missingImage
        case .outOfMemory: code = .outOfMemory
        case .overLimit: code = .overLimit
        case .timeout: code = .timeout
        case .fault: code = .fault
        default: code = .invalidImage
        }
        // scenes are not drawn with damaged images
        let advised = error.reason == .damagedPixels ? error.withRemedy(ImageError.fetchAgain) : error
        problems = [SceneProblem(path: path, message: advised.description)]
        imageError = error
    }
}

extension SceneError {
    /// Converts the errors of `body`.
    package static func wrapping<Result: ~Copyable>(
        _ body: () throws(ImageError) -> Result
    ) throws(SceneError) -> Result {
        do { return try body() } catch { throw SceneError(error) }
    }
}
