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
    ///   - isInPixels: whether the header has been read, so that the rest of a damaged file can be read.
    /// - Returns: an error without a file name.
    static func error(
        _ status: codec_status, _ message: UnsafePointer<CChar>, in format: ImageFormat?, isInPixels: Bool = false
    ) -> ImageError {
        let text = unsafe phrase(String(cString: message))
        guard status != CODEC_OUT_OF_MEMORY else { return outOfMemory }
        guard let name = format?.name else { return ImageError(.fault, "the encoder failed: \(text)") }
        switch status {
        case CODEC_DAMAGED:
            return ImageError(
                .damaged, "the \(name) file is damaged: \(text)",
                remedy: isInPixels ? fetchAgainOrAllowDamage : "download or export it again",
                reason: isInPixels ? .damagedPixels : nil)
        case CODEC_UNSUPPORTED:
            return ImageError(.unsupported, "this kind of \(name) file is not supported: \(text)")
        case CODEC_OVER_LIMIT:
            return ImageError(
                .overLimit, "the \(name) file exceeds a limit: \(text)",
                remedy: "raise the limit, or convert the file first", reason: limit(in: text))
        default: return ImageError(.fault, "the \(name) decoder failed: \(text)")
        }
    }

    /// The message of a library as part of a sentence: with a small letter at its start, unless that begins a name.
    static func phrase(_ message: String) -> String {
        let isName = message.dropFirst().first?.isUppercase ?? true || names.contains { message.hasPrefix($0) }
        return isName ? message : message.prefix(1).lowercased() + message.dropFirst()
    }

    private static let names = ["Adobe ", "Huffman "]

    /// The remedy for a damaged file whose header is intact.
    static let fetchAgainOrAllowDamage = "download or export it again, or allow damage"

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
