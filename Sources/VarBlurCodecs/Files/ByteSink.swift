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

/// Passes bytes on to another sink, counts them, and names the output in errors.
final class CountingSink: ByteSink {
    private let sink: any ByteSink
    private let label: FileLabel
    /// The number of bytes written so far.
    private(set) var count = 0

    init(_ sink: any ByteSink, _ label: FileLabel) { (self.sink, self.label) = (sink, label) }

    func write(_ bytes: RawSpan) throws(ImageError) {
        do { try sink.write(bytes) } catch { throw error.attributed(to: label.text) }
        count += bytes.byteCount
    }
}

/// Passes bytes on to another sink, and keeps a copy.
final class CopyingSink: ByteSink {
    private let sink: any ByteSink
    private let copy: MemoryFile

    init(_ sink: any ByteSink, _ copy: MemoryFile) { (self.sink, self.copy) = (sink, copy) }

    func write(_ bytes: RawSpan) throws(ImageError) {
        try sink.write(bytes)
        try copy.write(bytes)
    }
}
