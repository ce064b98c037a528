/// A destination for the bytes of an encoded file.
public protocol ByteSink: AnyObject {
    /// Writes the next bytes of the file, all of them.
    ///
    /// - Throws: an error with the code `inputOutput`, `brokenPipe`, or `outOfMemory`.
    func write(_ bytes: RawSpan) throws(ImageError)
}

/// Collects an encoded file in memory.
public final class MemorySink: ByteSink {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty sink.
    public init() {}

    /// Appends bytes.
    public func write(_ bytes: RawSpan) throws(ImageError) {
        unsafe bytes.withUnsafeBytes { unsafe self.bytes.append(contentsOf: $0) }
    }
}

/// Passes bytes on to another sink, and counts them.
final class CountingSink: ByteSink {
    private let sink: any ByteSink
    /// The number of bytes written so far.
    private(set) var count = 0

    init(_ sink: any ByteSink) { self.sink = sink }

    func write(_ bytes: RawSpan) throws(ImageError) {
        try sink.write(bytes)
        count += bytes.byteCount
    }
}
