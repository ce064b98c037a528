/// The elements of an array that holds an image or a mask: `UInt8`, `UInt16`, or `Float`.
///
/// An array of `UInt16` or `Float` holds samples of that type. An array of `UInt8` holds the bytes of an image with samples of any type.
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
    /// Traps unless an array of this type can hold an image of a format.
    static func check(_ format: PixelFormat) {
        trapUnless(
            sampleDepth == .eight || sampleDepth == format.depth,
            "an array of \(Self.self) cannot hold samples of \(format.depth.rawValue) bits")
    }
}
