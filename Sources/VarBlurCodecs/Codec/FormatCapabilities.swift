internal import VarBlur

/// The pixels and metadata that files of a format can hold.
struct FormatCapabilities: Sendable {
    /// The maximum width and height, in pixels.
    let longestSide: Int
    /// The channels of a pixel; alpha is straight.
    let channels: [ChannelLayout]
    /// The depths of a sample.
    let depths: [SampleDepth]
    let metadata: MetadataCapacity
    /// The denominators by which a decoder can reduce an image in less time than it takes to decode all pixels.
    var reductions: [Int] = []

    /// Whether files of the format can be written.
    var isWritten = true

    /// The numbers of bits with which the format stores samples of more than 8, the usual one first.
    var wideBitCounts = [16]

    /// Whether all files of the format are compressed with loss.
    var isLossy = false

    /// Whether dithering makes bands less visible.
    ///
    /// Quantized frequencies turn the noise into blocks instead.
    var showsDithering = true

    /// Whether the format can hold an alpha channel.
    var holdsAlpha: Bool { channels.contains { $0.hasAlpha } }

    /// Whether the format can hold pixels without converting them.
    func holds(_ format: PixelFormat) -> Bool {
        channels.contains(format.channels) && depths.contains(format.depth)
            && (!format.channels.hasAlpha || format.alpha == .straight)
    }

    /// The layout in which the format holds an image of a layout.
    ///
    /// - Parameters:
    ///   - layout: the layout of the image.
    ///   - hasProfileOfRGB: whether the file gets a color profile of RGB.
    /// - Returns: the same, or color for gray; `nil` if the format cannot hold all channels.
    func layout(for layout: ChannelLayout, hasProfileOfRGB: Bool = false) -> ChannelLayout? {
        let needsColors = layout.isGray && hasProfileOfRGB && !metadata.holdsProfileOfRGBForGray
        if channels.contains(layout) && !needsColors { return layout }
        switch layout {
        case .gray where channels.contains(.rgb): return .rgb
        case .grayAlpha where channels.contains(.rgba): return .rgba
        default: return nil
        }
    }

    /// The number of bits with which the format stores samples of more than 8 bits: that of the input if it can.
    func wideBitCount(for bitCount: Int) -> Int { wideBitCounts.contains(bitCount) ? bitCount : wideBitCounts[0] }

    /// The depth at which the format holds samples of a depth: the same if it can.
    func depth(for depth: SampleDepth) -> SampleDepth { depths.contains(depth) ? depth : depths.last ?? .eight }
}

/// The metadata that files of a format can store: the maximum size in bytes of each kind; 0 if unsupported.
struct MetadataCapacity: Sendable {
    var exif = 0
    var xmp = 0
    /// IPTC datasets.
    var iptc = 0
    /// A single comment.
    var comment = 0
    var holdsProfile = false
    /// Whether readers take a profile of RGB for gray pixels.
    var holdsProfileOfRGBForGray = false
    var holdsDensity = false
    /// Whether the format can hold PNG's color chunks: gamma, primaries, coding-independent code points.
    var holdsColorChunks = false
    /// Whether the format can store PNG text chunks and the last-modification time (tIME).
    var holdsTexts = false
    /// Whether the format can store the code points of primaries and of a transfer function (ITU-T H.273).
    var holdsCodePoints: @Sendable (Int, Int) -> Bool = { _, _ in false }
    /// Whether it can store light levels and a mastering display beside them.
    var holdsLight = false

    /// No restrictions.
    static let unlimited = MetadataCapacity(
        exif: .max, xmp: .max, iptc: .max, comment: .max, holdsProfile: true, holdsDensity: true,
        holdsColorChunks: true, holdsTexts: true)

    /// No metadata.
    static let none = MetadataCapacity()

    /// A color profile, EXIF, and XMP, far shorter than what the length of a file can count.
    static func profileAndPackets(
        holdsLight: Bool = false, holdsCodePoints: @escaping @Sendable (Int, Int) -> Bool = { _, _ in false }
    ) -> MetadataCapacity {
        MetadataCapacity(
            exif: 1 << 26, xmp: 1 << 26, holdsProfile: true, holdsCodePoints: holdsCodePoints, holdsLight: holdsLight)
    }
}
