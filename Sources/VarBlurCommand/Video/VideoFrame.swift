internal import VarBlur
internal import VarBlurCodecs

/// A frame of a video: the line before it, and the samples of its planes.
///
/// Only one thread uses it at a time.
final class VideoFrame: @unchecked Sendable {
    /// The line with its line break.
    let line: [UInt8]
    private let samples: CheckedMemory

    /// Allocates memory for the samples, in bytes.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(_ line: [UInt8], byteCount: Int) throws(ImageError) {
        self.line = line + [0x0A]
        do throws(BlurError) { samples = try CheckedMemory(count: byteCount, of: 1, isZeroed: false) } catch {
            throw ImageError(
                .outOfMemory, "there is not enough memory for a frame of \(byteCount) bytes",
                remedy: "scale the video down first, or close other programs", file: "standard input")
        }
    }

    /// The bytes of the samples, while this object exists.
    @unsafe
    var bytes: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: samples.base, count: samples.byteCount)
    }
}
