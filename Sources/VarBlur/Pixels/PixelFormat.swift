/// The channels of a pixel, in memory order.
public enum ChannelLayout: String, CaseIterable, Sendable, Hashable, Codable {
    /// One channel without alpha.
    case gray
    /// One channel and alpha.
    case grayAlpha
    /// Two channels without alpha: the chroma planes of NV12 and P010, where Cb and Cr alternate.
    case chroma
    /// Three channels without alpha, in any order: RGB or BGR.
    case rgb
    /// Three channels in any order, followed by alpha: RGBA or BGRA.
    case rgba
    /// Four channels without alpha.
    case cmyk

    /// The number of samples of a pixel, including alpha.
    public var count: Int {
        switch self {
        case .gray: 1
        case .grayAlpha, .chroma: 2
        case .rgb: 3
        case .rgba, .cmyk: 4
        }
    }

    /// Whether the last sample of a pixel is its alpha.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
}

/// The unsigned integer type of stored samples.
///
/// Its maximum value is white, or opaque.
public enum SampleDepth: Int, CaseIterable, Sendable, Hashable, Codable {
    /// `UInt8`, 0...255.
    case eight = 8
    /// `UInt16` in native byte order, 0...65535.
    case sixteen = 16

    /// The number of bytes of a sample.
    public var byteCount: Int { rawValue / 8 }

    /// The maximum sample value: 255 or 65535.
    public var fullScale: Double { self == .eight ? 255 : 65535 }
}

/// Whether color samples are stored multiplied by alpha.
public enum AlphaEncoding: String, CaseIterable, Sendable, Hashable, Codable {
    /// Color is not multiplied by alpha.
    case straight
    /// Color is stored multiplied by alpha (premultiplied), as compositing operators expect.
    case premultiplied
}

/// The channels of a pixel, their depth and their alpha encoding.
public struct PixelFormat: Sendable, Hashable, Codable {
    /// The channels of a pixel, in memory order.
    public var channels: ChannelLayout
    /// The depth of every sample.
    public var depth: SampleDepth
    /// The alpha encoding; ignored without an alpha channel.
    public var alpha: AlphaEncoding

    /// Creates a format.
    public init(_ channels: ChannelLayout, _ depth: SampleDepth = .eight, alpha: AlphaEncoding = .straight) {
        self.channels = channels
        self.depth = depth
        self.alpha = alpha
    }

    /// The number of bytes of a pixel.
    public var bytesPerPixel: Int { channels.count * depth.byteCount }
}
