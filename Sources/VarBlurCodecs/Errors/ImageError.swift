/// An error with the file, the cause, and the remedy.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error; further codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The input is not in a supported format.
        public static let notAnImage = Code(description: "notAnImage")
        /// The input violates its format, or is truncated.
        public static let damaged = Code(description: "damaged")
        /// The input is valid but of an unsupported kind, or the output format cannot store it.
        public static let unsupported = Code(description: "unsupported")
        /// The input exceeds a limit.
        public static let overLimit = Code(description: "overLimit")
        /// The settings do not fit the image.
        public static let invalidSettings = Code(description: "invalidSettings")
        /// The input does not exist, or cannot be opened.
        public static let unreadable = Code(description: "unreadable")
        /// The output exists and must not be replaced.
        public static let exists = Code(description: "exists")
        /// The output cannot be created.
        public static let cannotCreate = Code(description: "cannotCreate")
        /// An I/O error occurred.
        public static let inputOutput = Code(description: "inputOutput")
        /// The output is a pipe whose reading end was closed (EPIPE).
        public static let brokenPipe = Code(description: "brokenPipe")
        /// The job took longer than allowed.
        public static let timeout = Code(description: "timeout")
        /// A job was ended early; asynchronous functions throw `CancellationError` instead.
        public static let cancelled = Code(description: "cancelled")
        /// A program or a library that the format needs is not installed.
        public static let unavailable = Code(description: "unavailable")
        /// Memory allocation failed.
        public static let outOfMemory = Code(description: "outOfMemory")
        /// An internal error of this library.
        public static let fault = Code(description: "fault")
        /// A line of a batch is not a valid job.
        package static let malformedLine = Code(description: "malformedLine")
    }

    /// The kind of the error, for programs.
    public let code: Code
    /// The name of the file as given by the caller; empty if it is unknown.
    public var file: String
    /// The cause, for people: a phrase without a period.
    public let cause: String
    /// The remedy, for people: a phrase without a period; empty if there is none.
    public let remedy: String
    /// What a program can change to avoid the error; `nil` if there is no such setting.
    public let reason: Reason?

    /// The file, the cause, and the remedy in one line: `file: cause (remedy)`, without terminal control characters.
    public var description: String {
        let text = remedy.isEmpty ? cause : "\(cause) (\(remedy))"
        return Self.printable(file.isEmpty ? text : "\(file): \(text)")
    }

    /// The remedy for a damaged file.
    package static let fetchAgain = "download or export it again"

    /// The description, in English; through `any Error`, only ``description`` is this text.
    public var localizedDescription: String { description }

    /// Creates an error.
    public init(_ code: Code, _ cause: String, remedy: String = "", file: String = "", reason: Reason? = nil) {
        self.code = code
        self.file = file
        self.cause = cause
        self.remedy = remedy
        self.reason = reason
    }

    /// The same error with another remedy.
    package func withRemedy(_ remedy: String) -> ImageError {
        ImageError(code, cause, remedy: remedy, file: file, reason: reason)
    }

    /// The same error with a file name, unless it has one already.
    package func attributed(to file: String) -> ImageError { self.file.isEmpty ? named(file) : self }

    /// The same error with another file name.
    package func named(_ file: String) -> ImageError {
        ImageError(code, cause, remedy: remedy, file: file, reason: reason)
    }
}
