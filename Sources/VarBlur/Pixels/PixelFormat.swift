/// The channels of a pixel, in memory order.
public enum ChannelLayout: String, CaseIterable, Sendable, Hashable, Codable {
    /// One channel without alpha.
    case gray
    /// One channel and alpha.
    case grayAlpha
    /// Two channels without alpha: the chroma planes of NV12 and P010, where Cb and Cr alternate.
    case chroma
    /// Red, green, and blue, without alpha.
    case rgb
    /// Blue, green, and red, without alpha.
    case bgr
    /// Red, green, and blue, followed by alpha.
    case rgba
    /// Blue, green, and red, followed by alpha.
    case bgra
    /// Four channels without alpha.
    case cmyk

    /// The number of samples of a pixel, including alpha.
    public var count: Int {
        switch self {
        case .gray: 1
        case .grayAlpha, .chroma: 2
        case .rgb, .bgr: 3
        case .rgba, .bgra, .cmyk: 4
        }
    }

    /// Whether the last sample of a pixel is its alpha.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba || self == .bgra }

    /// The layout with an alpha channel, if there is one with the same colors.
    package var withAlpha: ChannelLayout {
        switch self {
        case .gray: .grayAlpha
        case .rgb: .rgba
        case .bgr: .bgra
        case .grayAlpha, .rgba, .bgra, .chroma, .cmyk: self
        }
    }

    /// Whether blue is the first of three colors.
    package var isBlueFirst: Bool { self == .bgr || self == .bgra }
}

/// The type of stored samples.
///
/// Its ``fullScale`` is white, or opaque.
public enum SampleDepth: Int, CaseIterable, Sendable, Hashable, Codable {
    /// `UInt8`, 0...255.
    case eight = 8
    /// `UInt16` in native byte order, 0...65535.
    case sixteen = 16
    /// `Float`, 0...1.
    ///
    /// A blur computes in steps of 1/65535. Samples that it does not change by half a step keep their bits, also if they are out of
    /// range; it reads what is below 0 as 0, what is above 1 as 1, and a NaN as 0. All other samples are from 0 to 1 afterward.
    ///
    /// Floats are blurred as whole images or regions. They cannot be blurred row by row, or resized. No file holds them: an image that is
    /// written is converted to integers.
    case float = 32

    /// The number of bytes of a sample.
    public var byteCount: Int { rawValue / 8 }

    /// The sample value of white: 255, 65535, or 1.
    public var fullScale: Double {
        switch self {
        case .eight: 255
        case .sixteen: 65535
        case .float: 1
        }
    }
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
