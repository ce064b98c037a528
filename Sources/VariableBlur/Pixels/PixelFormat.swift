/// The channels of a pixel, in memory order.
public enum ChannelLayout: String, CaseIterable, Sendable, Hashable, Codable {
    /// One channel without alpha.
    case gray
    /// One channel and alpha.
    case grayAlpha
    /// Three channels without alpha; their order does not matter to the blur, so BGR is as good.
    case rgb
    /// Three channels and alpha in the last place; BGRA is as good.
    case rgba
    /// Four channels without alpha.
    case cmyk

    /// The number of samples in a pixel, alpha included.
    public var count: Int {
        switch self {
        case .gray: 1
        case .grayAlpha: 2
        case .rgb: 3
        case .rgba, .cmyk: 4
        }
    }

    /// Whether the last sample of a pixel is its alpha.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
}

/// The unsigned integers that samples are stored in, full scale being white or opaque.
public enum SampleDepth: Int, CaseIterable, Sendable, Hashable, Codable {
    /// `UInt8`, 0 to 255.
    case eight = 8
    /// `UInt16` in the machine's byte order, 0 to 65535.
    case sixteen = 16

    /// The number of bytes of a sample.
    public var byteCount: Int { rawValue / 8 }

    /// The largest code, as a number to calculate with: 255 or 65535.
    public var fullScale: Double { self == .eight ? 255 : 65535 }
}

/// How the color samples of a pixel relate to its alpha.
public enum AlphaEncoding: String, CaseIterable, Sendable, Hashable, Codable {
    /// Color is stored as it is, whatever the alpha.
    case straight
    /// Color is stored multiplied by alpha, as compositors want it.
    case premultiplied
}

/// What the bytes of a pixel mean: channels, depth, and how alpha is applied.
public struct PixelFormat: Sendable, Hashable, Codable {
    /// The channels of a pixel, in memory order.
    public var channels: ChannelLayout
    /// The depth of every sample.
    public var depth: SampleDepth
    /// How color relates to alpha; without meaning where there is no alpha channel.
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
