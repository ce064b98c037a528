internal import CImageCodecs

extension codec_limits {
    init(_ context: JobContext) {
        self.init(
            memory: max(context.limits.memory, 0), scans: Int32(clamping: context.limits.scans),
            warnings: Int32(clamping: context.limits.warnings), deadline: context.deadline.codecTime,
            allows_damage: context.limits.allowsDamage)
    }
}

/// Converts status codes of the C codecs to errors.
enum CodecStatus {
    static let outOfMemory = ImageError(
        .outOfMemory, "no memory left for the codec", remedy: "try again with more memory free")

    /// The error for the status of a session.
    ///
    /// - Parameters:
    ///   - status: any status except `CODEC_OK`.
    ///   - message: the message of the codec's library.
    ///   - format: the format of the file being read; `nil` when writing, where every error is an internal error of
    ///     this library.
    ///   - deadline: the deadline that the session got.
    ///   - isInPixels: whether the header has been read, so that the rest of a damaged file can be read.
    /// - Returns: an error without a file name.
    static func error(
        _ status: codec_status, _ message: UnsafePointer<CChar>, in format: ImageFormat?, _ deadline: Deadline?,
        isInPixels: Bool = false
    ) -> ImageError {
        if status == CODEC_TIMEOUT, let deadline { return deadline.error }
        if status == CODEC_OUT_OF_MEMORY { return outOfMemory }
        let text = unsafe phrase(String(cString: message))
        guard let format else { return ImageError(.fault, "the encoder failed: \(text)") }
        switch status {
        case CODEC_DAMAGED: return damaged(format, text, isInPixels: isInPixels)
        case CODEC_UNSUPPORTED: return unsupported(format, text)
        case CODEC_OVER_LIMIT:
            return ImageError(
                .overLimit, "the \(format.name) file exceeds a limit: \(text)",
                remedy: "raise the limit, or convert the file first", reason: limit(in: text))
        default: return ImageError(.fault, "the \(format.name) decoder failed: \(text)")
        }
    }

    /// The error for a damaged file; if its header is intact, the rest can be read.
    static func damaged(_ format: ImageFormat, _ cause: String, isInPixels: Bool = false) -> ImageError {
        let cause = "the \(format.name) file is damaged: \(cause)"
        return isInPixels ? damagedPixels(cause) : ImageError(.damaged, cause, remedy: ImageError.fetchAgain)
    }

    /// The error for a damaged file whose header is intact.
    static func damagedPixels(_ cause: String) -> ImageError {
        ImageError(.damaged, cause, remedy: "\(ImageError.fetchAgain), or allow damage", reason: .damagedPixels)
    }

    /// The error for a valid file of a kind that is not supported.
    static func unsupported(_ format: ImageFormat, _ cause: String) -> ImageError {
        ImageError(.unsupported, "this kind of \(format.name) file is not supported: \(cause)")
    }

    /// The message of a library as part of a sentence: with a small letter at its start, unless that begins a name.
    static func phrase(_ message: String) -> String {
        let isName = message.dropFirst().first?.isUppercase ?? true || names.contains { message.hasPrefix($0) }
        return isName ? message : message.prefix(1).lowercased() + message.dropFirst()
    }

    private static let names = ["Adobe ", "Huffman "]

    /// The limit of which a C codec says that it is exceeded.
    private static func limit(in message: String) -> ImageError.Reason {
        switch message {
        case "too many scans": .scanLimit
        case "too many warnings": .warningLimit
        default: .decoderMemoryLimit
        }
    }

    /// The output of a session as a buffer.
    static func buffer(_ bytes: codec_bytes) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: bytes.start, count: bytes.count)
    }
}

/// The errors of a reader in C, and the damage that it may find.
struct CodecErrors {
    private let format: ImageFormat
    private let deadline: Deadline?
    let allowsDamage: Bool
    /// The first damage, if damage is allowed; `nil` if there is none so far.
    private(set) var damage: String?

    init(_ format: ImageFormat, _ context: JobContext, damage: String? = nil) {
        (self.format, deadline, self.damage) = (format, context.deadline, damage)
        allowsDamage = context.limits.allowsDamage
    }

    /// The error for the status and the message of a reader.
    func error(_ status: codec_status, _ message: UnsafePointer<CChar>, isInPixels: Bool = true) -> ImageError {
        unsafe CodecStatus.error(status, message, in: format, deadline, isInPixels: isInPixels)
    }

    /// Notes damage that is allowed.
    ///
    /// - Parameters:
    ///   - status: the status of a call.
    ///   - message: the message of the reader.
    /// - Returns: whether there is damage.
    /// - Throws: any other error of the call.
    mutating func noteDamage(_ status: codec_status, _ message: UnsafePointer<CChar>) throws(ImageError) -> Bool {
        if status == CODEC_OK { return false }
        guard allowsDamage, status == CODEC_DAMAGED else { throw unsafe error(status, message) }
        if damage == nil { damage = unsafe String(cString: message) }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes in the form that the C codecs take.
    var codecBytes: codec_bytes { unsafe codec_bytes(start: baseAddress, count: count) }
}

extension Deadline? {
    /// The deadline in the form that the C codecs take.
    var codecTime: Int64 { self?.nanoseconds ?? Int64.max }
}

extension FileContents {
    /// All bytes in the form that the C codecs take.
    var codecBytes: codec_bytes { unsafe codecBytes(0..<count) }

    /// A range of bytes in the form that the C codecs take.
    func codecBytes(_ range: Range<Int>) -> codec_bytes {
        unsafe codec_bytes(start: address(of: range), count: range.count)
    }
}
