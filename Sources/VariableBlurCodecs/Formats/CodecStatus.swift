internal import CImageCodecs

/// What the C sessions report, as errors of this library.
enum CodecStatus {
    static let outOfMemory = ImageError(
        .outOfMemory, "no memory left for the codec", remedy: "try again with more memory free")

    /// The error that a session's status stands for.
    ///
    /// - Parameters:
    ///   - status: anything but `CODEC_OK`.
    ///   - message: what the codec's library says of it.
    ///   - format: that of the file being read; `nil` when writing, where nothing can be the file's fault.
    /// - Returns: an error that does not name the file yet.
    static func error(
        _ status: codec_status, _ message: UnsafePointer<CChar>, in format: ImageFormat?
    ) -> ImageError {
        let text = unsafe String(cString: message)
        let name = format.map { $0 == .png ? "PNG" : "JPEG" } ?? ""
        switch status {
        case CODEC_OUT_OF_MEMORY: return outOfMemory
        case _ where format == nil: return ImageError(.fault, "the encoder failed: \(text)")
        case CODEC_DAMAGED:
            return ImageError(
                .damaged, "the \(name) file is damaged: \(text)", remedy: "fetch or export it again")
        case CODEC_UNSUPPORTED:
            return ImageError(.unsupported, "this kind of \(name) file is not read: \(text)")
        case CODEC_OVER_LIMIT: return ImageError(.overLimit, "the \(name) file asks for too much: \(text)")
        default: return ImageError(.fault, "the \(name) decoder failed: \(text)")
        }
    }

    /// A session's output as a buffer.
    static func buffer(_ bytes: codec_bytes) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: bytes.start, count: bytes.count)
    }
}
