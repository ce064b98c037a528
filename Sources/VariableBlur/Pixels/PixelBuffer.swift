/// An image in memory of its own, rows close together.
///
/// The buffer cannot be copied by accident; ``copy()`` says so where a copy is meant.
@safe
public struct PixelBuffer: ~Copyable, Sendable {
    /// How the pixels lie in memory.
    public let layout: PixelLayout

    private let memory: CheckedMemory

    /// Creates an image of zeros: black, or transparent where the format has alpha.
    ///
    /// - Parameters:
    ///   - width: pixels in a row, at least 1.
    ///   - height: rows, at least 1.
    ///   - format: what the bytes of a pixel mean.
    /// - Throws: ``BlurError/Code/invalidSize`` or ``BlurError/Code/outOfMemory``.
    public init(width: Int, height: Int, format: PixelFormat) throws(BlurError) {
        let layout = try PixelLayout(width: width, height: height, format: format)
        memory = try CheckedMemory(count: 1, of: layout.byteCount)
        self.layout = layout
    }

    /// The number of pixels in a row.
    public var width: Int { layout.width }

    /// The number of rows.
    public var height: Int { layout.height }

    /// What the bytes of a pixel mean.
    public var format: PixelFormat { layout.format }

    /// A second image with the same pixels.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    public func copy() throws(BlurError) -> PixelBuffer {
        let twin = try PixelBuffer(width: width, height: height, format: format)
        unsafe twin.memory.base.copyMemory(from: memory.base, byteCount: layout.byteCount)
        return twin
    }

    /// All bytes of the image, row after row.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            let span = unsafe RawSpan(
                _unsafeStart: UnsafeRawPointer(memory.base), byteCount: layout.byteCount)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// All bytes of the image, row after row, to write.
    public var mutableBytes: MutableRawSpan {
        @_lifetime(&self)
        mutating get {
            let span = unsafe MutableRawSpan(_unsafeStart: memory.base, byteCount: layout.byteCount)
            return unsafe _overrideLifetime(span, mutating: &self)
        }
    }

    /// Calls `body` with the pixels; they must not be used after it returns.
    public borrowing func withUnsafePixels<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePixels) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafePixels(base: UnsafeRawPointer(memory.base), layout: layout))
    }

    /// Calls `body` with the pixels to write; they must not be used after it returns.
    public mutating func withUnsafeMutablePixels<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutablePixels) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeMutablePixels(base: memory.base, layout: layout))
    }

    /// The code of one sample, 0 to 255 or 65535; a place outside the image traps.
    ///
    /// Convenient for single pixels. Loops over many are faster with ``bytes``.
    public subscript(x: Int, y: Int, channel: Int) -> Int {
        get {
            let offset = sampleOffset(x, y, channel)
            return switch format.depth {
            case .eight: Int(unsafe memory.base.load(fromByteOffset: offset, as: UInt8.self))
            case .sixteen: Int(unsafe memory.base.load(fromByteOffset: offset, as: UInt16.self))
            }
        }
        set {
            let offset = sampleOffset(x, y, channel)
            switch format.depth {
            case .eight:
                unsafe memory.base.storeBytes(of: UInt8(newValue), toByteOffset: offset, as: UInt8.self)
            case .sixteen:
                unsafe memory.base.storeBytes(of: UInt16(newValue), toByteOffset: offset, as: UInt16.self)
            }
        }
    }

    private func sampleOffset(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        precondition(
            x >= 0 && x < width && y >= 0 && y < height && channel >= 0 && channel < format.channels.count,
            "sample \(channel) of pixel (\(x), \(y)) is outside an image of \(width)×\(height)")
        return layout.byteOffset(x: x, y: y) + channel * format.depth.byteCount
    }
}
