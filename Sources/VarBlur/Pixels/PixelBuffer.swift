/// An image that owns its memory.
///
/// Rows have no padding.
///
/// The type is noncopyable; ``copy()`` makes an explicit copy.
@safe
public struct PixelBuffer: ~Copyable, Sendable {
    /// The memory layout of the image.
    public let layout: PixelLayout

    private let memory: CheckedMemory

    /// Creates an image whose samples are all 0: black, or transparent if the format has alpha.
    ///
    /// - Parameters:
    ///   - width: the width in pixels, at least 1.
    ///   - height: the height in pixels, at least 1.
    ///   - format: the pixel format.
    /// - Throws: ``BlurError/Code/invalidSize`` or ``BlurError/Code/outOfMemory``.
    public init(width: Int, height: Int, format: PixelFormat) throws(BlurError) {
        let layout = try PixelLayout(width: width, height: height, format: format)
        memory = try CheckedMemory(count: 1, of: layout.byteCount)
        memory.useLargePages()
        self.layout = layout
    }

    /// The width in pixels.
    public var width: Int { layout.width }

    /// The height in pixels.
    public var height: Int { layout.height }

    /// The pixel format.
    public var format: PixelFormat { layout.format }

    /// Returns a copy of the image.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    public func copy() throws(BlurError) -> PixelBuffer {
        let copy = try PixelBuffer(width: width, height: height, format: format)
        unsafe copy.memory.base.copyMemory(from: memory.base, byteCount: layout.byteCount)
        return copy
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

    /// All bytes of the image, row after row, for reading and writing.
    public var mutableBytes: MutableRawSpan {
        @_lifetime(&self)
        mutating get {
            let span = unsafe MutableRawSpan(_unsafeStart: memory.base, byteCount: layout.byteCount)
            return unsafe _overrideLifetime(span, mutating: &self)
        }
    }

    /// Calls `body` with a pointer to the pixels, which is valid until `body` returns.
    public borrowing func withUnsafePixels<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePixels) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafePixels(base: UnsafeRawPointer(memory.base), layout: layout))
    }

    /// Calls `body` with a mutable pointer to the pixels, which is valid until `body` returns.
    public mutating func withUnsafeMutablePixels<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutablePixels) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeMutablePixels(base: memory.base, layout: layout))
    }

    /// The value of one sample, 0...255 or 0...65535.
    ///
    /// Traps if an index or a new value is out of range, and if the samples are floats.
    ///
    /// To process many pixels, or floats, use ``bytes``, or an array made from the image.
    public subscript(x: Int, y: Int, channel: Int) -> Int {
        get {
            let offset = sampleOffset(x, y, channel)
            return format.depth == .eight
                ? Int(unsafe memory.base.load(fromByteOffset: offset, as: UInt8.self))
                : Int(unsafe memory.base.load(fromByteOffset: offset, as: UInt16.self))
        }
        set {
            let offset = sampleOffset(x, y, channel)
            trapUnless(
                newValue >= 0 && newValue <= Int(format.depth.fullScale),
                "\(newValue) is no value of a sample of \(format.depth.rawValue) bits")
            if format.depth == .eight {
                unsafe memory.base.storeBytes(of: UInt8(newValue), toByteOffset: offset, as: UInt8.self)
            } else {
                unsafe memory.base.storeBytes(of: UInt16(newValue), toByteOffset: offset, as: UInt16.self)
            }
        }
    }

    private func sampleOffset(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        trapUnless(format.depth != .float, "samples of floats are no integers; make an array of Float from the image")
        trapUnless(
            x >= 0 && x < width && y >= 0 && y < height && channel >= 0 && channel < format.channels.count,
            "sample \(channel) of pixel (\(x), \(y)) is outside an image of \(width)×\(height)")
        return layout.byteOffset(x: x, y: y) + channel * format.depth.byteCount
    }
}
