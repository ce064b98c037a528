internal import CHEIFMessages
internal import VarBlur

/// The connection to a process that reads or writes one HEIF or JPEG XL file; closing it ends the process.
final class HEIFChannel {
    private let channel: HelperChannel
    private let errors: HEIFErrors
    /// Whether a file is read, whose header is known, so that the rest of a damaged one may be read.
    var isInPixels: Bool {
        get { errors.isInPixels }
        set { errors.isInPixels = newValue }
    }

    /// Starts a task.
    ///
    /// - Parameters:
    ///   - task: the task.
    ///   - format: the format of the file.
    ///   - deadline: when the work ends early.
    ///   - metadataError: the error if a file that is read has too much metadata; `nil` to write a file.
    /// - Throws: an error with the code `unavailable`, `fault`, or `timeout`.
    init(
        _ task: heif_task, _ format: ImageFormat, deadline: Deadline?, metadataError: ImageError? = nil
    ) throws(ImageError) {
        let errors = HEIFErrors(format, isReading: !task.is_writing, metadataError)
        self.errors = errors
        let kind = format == .avif ? HEIF_AVIF : format == .jxl ? HEIF_JXL : HEIF_HEIC
        channel = try HelperChannel(
            .heif, kind: UInt8(kind.rawValue), purpose: format.helperPurpose, deadline: deadline
        ) {
            errors.error($0)
        }
        var task = task
        task.format = kind.rawValue
        task.threads = UInt32(min(max(task.threads, 1), 16))
        task.milliseconds = channel.millisecondsLeft
        try channel.send(task)
    }

    /// Sends the bytes of a C structure.
    func send(_ message: some BitwiseCopyable) throws(ImageError) { try channel.send(message) }

    /// Sends bytes, as `HelperChannel` does.
    func send(_ bytes: UnsafeRawBufferPointer) throws(ImageError) { try unsafe channel.send(bytes) }

    /// Receives exactly as many bytes as fit into a buffer.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) {
        try unsafe channel.receive(into: buffer)
    }

    /// Receives some bytes.
    func receive(_ count: Int) throws(ImageError) -> [UInt8] { try channel.receive(count) }

    /// Receives a reply.
    func reply() throws(ImageError) -> heif_reply { try channel.reply(heif_reply()) }

    /// The error if an answer of the other process cannot be true.
    var impossible: ImageError { errors.impossible }
}

/// The errors of a process that reads or writes a HEIF or JPEG XL file.
private final class HEIFErrors {
    let format: ImageFormat
    let isReading: Bool
    let metadataError: ImageError?
    var isInPixels = false

    init(_ format: ImageFormat, isReading: Bool, _ metadataError: ImageError?) {
        (self.format, self.isReading, self.metadataError) = (format, isReading, metadataError)
    }

    /// The error for a failure of the process.
    func error(_ failure: HelperFailure) -> ImageError {
        let text = failure.text
        return switch failure.kind {
        case .damaged where isReading:
            ImageError(
                .damaged, "the \(format.name) file is damaged: \(CodecStatus.phrase(text))",
                remedy: isInPixels ? CodecStatus.fetchAgainOrAllowDamage : "download or export it again",
                reason: isInPixels ? .damagedPixels : nil)
        case .unsupported where isReading:
            ImageError(.unsupported, "this kind of \(format.name) file is not supported: \(CodecStatus.phrase(text))")
        case .unsupported:
            ImageError(
                .unsupported, "\(format.name) files cannot have \(text)",
                remedy: "convert the colors to sRGB, or strip all metadata")
        case .overLimit where isReading:
            ImageError(
                .overLimit, "the \(format.name) file exceeds a limit: \(CodecStatus.phrase(text))",
                remedy: "convert the file first")
        case .tooMuchMetadata: metadataError ?? impossible
        case .outOfMemory: CodecStatus.outOfMemory
        case .noLibrary:
            ImageError(
                .unavailable, "\(library.name), which \(format.helperPurpose), is not installed",
                remedy: "install the package \(library.package)")
        case .brokenLibrary:
            ImageError(
                .unavailable,
                "\(library.name), which \(format.helperPurpose), cannot be loaded: \(CodecStatus.phrase(text))",
                remedy: "install the package \(library.package) again")
        case .oldLibrary where isReading:
            ImageError(
                .unsupported, "this \(format.name) file cannot be read by \(text)",
                remedy: "libheif 1.18 or later may read it; otherwise, download or export it again")
        case .noCodec:
            ImageError(
                .unavailable, "libheif has no \(isReading ? "decoder" : "encoder") for \(format.name) files",
                remedy: "install the package \(plugin)")
        case .stopped: stopped(text)
        default: ImageError(.fault, "\(library.name) failed: \(CodecStatus.phrase(text))")
        }
    }

    /// The library of the format, and its package in Debian.
    private var library: (name: String, package: String) {
        format == .jxl ? ("libjxl", "libjxl0.7, or libjxl0.11 since Debian 13") : ("libheif", "libheif1")
    }

    /// The package with the codec, in Debian since version 13; before, libheif itself has it.
    private var plugin: String {
        if !isReading { return "libheif-plugin-aomenc" }
        return format == .avif ? "libheif-plugin-dav1d" : "libheif-plugin-libde265"
    }

    /// The error if an answer of the other process cannot be true.
    var impossible: ImageError {
        guard isReading else { return ImageError(.fault, "the \(format.name) encoder gives an impossible answer") }
        return ImageError(
            .damaged, "the \(format.name) decoder gives an impossible answer; the file may be damaged",
            remedy: "download or export it again")
    }

    /// The error if the other process has ended.
    private func stopped(_ reason: String) -> ImageError {
        let cause = reason.isEmpty ? "" : ": \(reason)"
        guard isReading else { return ImageError(.fault, "the \(format.name) encoder stopped unexpectedly\(cause)") }
        return ImageError(
            .damaged, "the \(format.name) decoder stopped unexpectedly\(cause); the file may be damaged",
            remedy: "download or export it again")
    }
}

extension ImageFormat {
    /// What the program does with the files of a format, as part of a sentence.
    fileprivate var helperPurpose: String {
        self == .heic ? "reads HEIC files" : "reads and writes \(name) files"
    }
}
