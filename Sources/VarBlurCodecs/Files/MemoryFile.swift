internal import VarBlur

/// An encoded file in memory, for outputs that must not be started before they are complete.
///
/// Unlike ``MemorySink``, it throws an error if memory is short.
final class MemoryFile: ByteSink {
    let contents: FileContents
    /// The maximum number of bytes.
    var limit = Int.max
    /// What helps if the limit is exceeded.
    var remedy = "raise the limit, or write to a file"

    init() throws(ImageError) { contents = try FileContents(capacity: 1 << 16) }

    func write(_ bytes: RawSpan) throws(ImageError) {
        guard bytes.byteCount <= limit - contents.count else {
            throw ImageError(
                .overLimit,
                "the output is longer than the \(ImageLimits.size(limit)) that the memory limit leaves for it",
                remedy: remedy, reason: .outputMemoryLimit)
        }
        _ = unsafe try contents.append(upTo: bytes.byteCount) { free throws(ImageError) in
            unsafe bytes.withUnsafeBytes { unsafe free.copyMemory(from: $0) }
            return bytes.byteCount
        }
    }

    /// Writes the whole file to a sink.
    func write(to sink: any ByteSink) throws(ImageError) {
        try unsafe sink.write(
            RawSpan(_unsafeStart: contents.address(of: 0..<contents.count), byteCount: contents.count))
    }
}
