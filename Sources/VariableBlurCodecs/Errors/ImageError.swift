/// Why an image file could not be read, blurred or written: whose fault it is, which file, and what to do.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong; new codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// The input is no PNG or JPEG file.
        public static let notAnImage = Code(description: "notAnImage")
        /// The input breaks its format's rules, or ends too early.
        public static let damaged = Code(description: "damaged")
        /// The input is valid, but of a kind that is not read, or that the output format cannot hold.
        public static let unsupported = Code(description: "unsupported")
        /// The input is larger than the limits allow.
        public static let overLimit = Code(description: "overLimit")
        /// The settings do not fit the image.
        public static let invalidSettings = Code(description: "invalidSettings")
        /// There is no input file, or it may not be read.
        public static let unreadable = Code(description: "unreadable")
        /// The output file exists, and nobody asked to overwrite it.
        public static let exists = Code(description: "exists")
        /// The output file cannot be created.
        public static let cannotCreate = Code(description: "cannotCreate")
        /// Reading or writing failed half-way.
        public static let inputOutput = Code(description: "inputOutput")
        /// Nobody reads the output any more.
        public static let brokenPipe = Code(description: "brokenPipe")
        /// It was not done in the time that it was allowed.
        public static let timeout = Code(description: "timeout")
        /// The system had no memory left.
        public static let outOfMemory = Code(description: "outOfMemory")
        /// A fault of this library.
        public static let fault = Code(description: "fault")
        /// A line of a batch that is no job.
        package static let malformedLine = Code(description: "malformedLine")
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The file, as the caller named it; empty while it is not known.
    public var file: String
    /// What went wrong, for people: half a sentence without a full stop.
    public let cause: String
    /// What to do about it: a sentence without a full stop, or nothing.
    public let remedy: String

    /// File, cause and remedy in one line.
    public var description: String {
        let text = remedy.isEmpty ? cause : "\(cause) (\(remedy))"
        return file.isEmpty ? text : "\(Self.printable(file)): \(text)"
    }

    /// An error with a code for programs and a text for people.
    public init(_ code: Code, _ cause: String, remedy: String = "", file: String = "") {
        self.code = code
        self.file = file
        self.cause = cause
        self.remedy = remedy
    }

    /// The same error with a file, if it had none.
    func about(_ file: String) -> ImageError {
        self.file.isEmpty ? ImageError(code, cause, remedy: remedy, file: file) : self
    }

    /// A file's name in which nothing can break the line or drive a terminal.
    public static func printable(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            if let byte = SystemPath.byte(scalar) {
                result += "\\x\(String(byte, radix: 16))"
                continue
            }
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            result += isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return result
    }
}
