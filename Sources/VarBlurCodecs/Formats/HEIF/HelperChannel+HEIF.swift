internal import CHEIFMessages
internal import CHelperMessages
internal import VarBlur

extension HelperChannel {
    /// Starts a process that reads or writes one HEIF or JPEG XL file.
    ///
    /// - Parameters:
    ///   - task: the task.
    ///   - deadline: when the work ends early.
    ///   - errors: describes failures of the process.
    /// - Throws: an error with the code `unavailable`, `fault`, or `timeout`.
    convenience init(_ task: heif_task, deadline: Deadline?, _ errors: HEIFErrors) throws(ImageError) {
        let kind = errors.format == .avif ? HEIF_AVIF : errors.format == .jxl ? HEIF_JXL : HEIF_HEIC
        try self.init(.heif, kind: UInt8(kind.rawValue), purpose: errors.purpose, deadline: deadline) {
            errors.error($0)
        }
        var task = task
        task.threads = UInt32(min(max(task.threads, 1), 16))
        task.milliseconds = millisecondsLeft
        try send(task)
    }

    /// Receives a reply.
    func reply() throws(ImageError) -> heif_reply { try reply(heif_reply()) }
}

/// The errors of a process that reads or writes a HEIF or JPEG XL file.
final class HEIFErrors {
    let format: ImageFormat
    private let isReading: Bool
    private let metadataError: ImageError?
    /// Whether a file is read, whose header is known, so that the rest of a damaged one may be read.
    var isInPixels = false

    /// - Parameters:
    ///   - format: the format of the file.
    ///   - metadataError: the error if a file that is read has too much metadata; `nil` to write a file.
    init(_ format: ImageFormat, metadataError: ImageError? = nil) {
        (self.format, isReading, self.metadataError) = (format, metadataError != nil, metadataError)
    }

    /// What the program does with the files of the format, as part of a sentence.
    fileprivate var purpose: String { format == .heic ? "reads HEIC files" : "reads and writes \(format.name) files" }

    /// The error for a failure of the process.
    fileprivate func error(_ failure: HelperFailure) -> ImageError {
        let text = failure.text
        return switch failure.kind {
        case HELPER_DAMAGED where isReading:
            CodecStatus.damaged(format, CodecStatus.phrase(text), isInPixels: isInPixels)
        case HELPER_UNSUPPORTED where isReading: CodecStatus.unsupported(format, CodecStatus.phrase(text))
        case HELPER_UNSUPPORTED:
            ImageError(
                .unsupported, "\(format.name) files cannot have \(text)",
                remedy: "convert the colors to sRGB, or strip all metadata")
        case HELPER_OVER_LIMIT where isReading:
            ImageError(
                .overLimit, "the \(format.name) file exceeds a limit: \(CodecStatus.phrase(text))",
                remedy: "convert the file first")
        case HELPER_TOO_MUCH_METADATA: metadataError ?? impossible
        case HELPER_OUT_OF_MEMORY: CodecStatus.outOfMemory
        case HELPER_NO_LIBRARY:
            ImageError(
                .unavailable, "\(library.name), which \(purpose), is not installed",
                remedy: "install the package \(library.package)")
        case HELPER_BROKEN_LIBRARY:
            ImageError(
                .unavailable,
                "\(library.name), which \(purpose), cannot be loaded: \(CodecStatus.phrase(text))",
                remedy: "install the package \(library.package) again")
        case HELPER_OLD_LIBRARY where isReading:
            ImageError(
                .unsupported, "this \(format.name) file cannot be read by \(text)",
                remedy: "libheif 1.18 or later may read it; otherwise, \(ImageError.fetchAgain)")
        case HELPER_NO_CODEC:
            ImageError(
                .unavailable, "libheif has no \(isReading ? "decoder" : "encoder") for \(format.name) files",
                remedy: "install the package \(plugin)")
        case HELPER_CRASH: stopped(text)
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
            remedy: ImageError.fetchAgain)
    }

    /// The error if the other process has ended.
    private func stopped(_ reason: String) -> ImageError {
        let cause = reason.isEmpty ? "" : ": \(reason)"
        guard isReading else { return ImageError(.fault, "the \(format.name) encoder stopped unexpectedly\(cause)") }
        return ImageError(
            .damaged, "the \(format.name) decoder stopped unexpectedly\(cause); the file may be damaged",
            remedy: ImageError.fetchAgain)
    }
}
