/// The elements of an array that holds an image or a mask: `UInt8`, `UInt16`, or `Float`.
///
/// An array of `UInt16` or `Float` holds samples of that type. An array of `UInt8` holds the bytes of an image with samples of any type.
///
/// A type of your own is one sample, not a pixel, and each pattern of its bits is a value. Functions that take it trap unless its size is
/// that of its depth.
public protocol PixelSample: BitwiseCopyable, Sendable {
    /// The depth of samples of this type.
    static var sampleDepth: SampleDepth { get }
}

extension UInt8: PixelSample {
    /// 8 bits.
    public static var sampleDepth: SampleDepth { .eight }
}

extension UInt16: PixelSample {
    /// 16 bits.
    public static var sampleDepth: SampleDepth { .sixteen }
}

extension Float: PixelSample {
    /// Floating-point samples.
    public static var sampleDepth: SampleDepth { .float }
}

extension PixelSample {
    /// The depth of an array of this type; traps unless its elements have the size of samples.
    static var checkedDepth: SampleDepth {
        let depth = sampleDepth
        trapUnless(
            MemoryLayout<Self>.size == depth.byteCount && MemoryLayout<Self>.stride == depth.byteCount,
            "a \(Self.self) of \(MemoryLayout<Self>.size) bytes is no sample of \(depth.rawValue) bits")
        return depth
    }

    /// Traps unless an array of this type can hold an image of a format.
    static func check(_ format: PixelFormat) {
        let depth = checkedDepth
        trapUnless(
            depth == .eight || depth == format.depth,
            "an array of \(Self.self) cannot hold samples of \(format.depth.rawValue) bits")
    }
}

extension UInt16 {
    /// The value with 8 bits, of which 255 is the greatest, too.
    @inlinable package var rounded: UInt8 { UInt8((UInt32(self) + 128) / 257) }
}
