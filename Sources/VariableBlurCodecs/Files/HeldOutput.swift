internal import VariableBlur

/// Holds an encoded file in memory, where it may not be written before all of it is there.
final class HeldOutput: ByteSink {
    let contents: FileContents

    init() throws(ImageError) { contents = try FileContents(capacity: 1 << 16) }

    func write(_ bytes: RawSpan) throws(ImageError) {
        _ = unsafe try contents.append(upTo: bytes.byteCount) { room throws(ImageError) in
            unsafe bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
            return bytes.byteCount
        }
    }

    /// Writes all of it to another place.
    func write(to sink: any ByteSink) throws(ImageError) {
        try unsafe sink.write(
            RawSpan(_unsafeStart: contents.address(of: 0..<contents.count), byteCount: contents.count))
    }
}
