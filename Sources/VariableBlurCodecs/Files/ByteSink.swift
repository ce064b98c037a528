/// Where an encoded file goes.
public protocol ByteSink: AnyObject {
    /// Takes the next bytes of the file, all of them.
    ///
    /// - Throws: an error of the code `inputOutput`, `brokenPipe` or `outOfMemory`.
    func write(_ bytes: RawSpan) throws(ImageError)
}

/// Collects an encoded file in memory.
public final class MemorySink: ByteSink {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty sink.
    public init() {}

    /// Appends bytes.
    public func write(_ bytes: RawSpan) throws(ImageError) {
        unsafe bytes.withUnsafeBytes { unsafe self.bytes.append(contentsOf: $0) }
    }
}
