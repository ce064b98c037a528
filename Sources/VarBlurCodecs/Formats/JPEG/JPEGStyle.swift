internal import VarBlur

/// The encoding parameters that an output inherits from a JPEG input.
public struct JPEGStyle: Sendable, Hashable {
    /// The color space of the components.
    public enum Color: Sendable, Hashable {
        /// Gray: one component.
        case gray
        /// YCbCr: luma and two chroma components (JFIF).
        case yCbCr
        /// Red, green, and blue without conversion.
        case rgb
        /// Four inks without conversion.
        case cmyk
        /// Four inks; cyan, magenta, and yellow are stored as YCbCr.
        case ycck
    }

    /// The sampling factors of a component: its blocks per MCU, horizontally and vertically, 1 to 4 each.
    public struct Sampling: Sendable, Hashable {
        /// The horizontal factor.
        public var horizontal: Int
        /// The vertical factor.
        public var vertical: Int

        /// Creates a pair of factors.
        public init(_ horizontal: Int, _ vertical: Int) {
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }

    /// The color space of the components.
    public var color: Color
    /// The sampling factors of every component.
    public var sampling: [Sampling]
    /// Whether the file is progressive.
    public var isProgressive: Bool
    /// Whether the file has an Adobe marker; by convention, the values of a CMYK file with the marker are inverted.
    public var hasAdobeMarker: Bool
    /// The quantization tables of the file, which preserve its quality; `nil` if unknown.
    public var quantization: JPEGQuantization?

    /// Creates a style; without `sampling`, chroma has half the resolution in both directions (4:2:0).
    public init(
        _ color: Color, sampling: [Sampling]? = nil, isProgressive: Bool = false,
        hasAdobeMarker: Bool = false
    ) {
        self.color = color
        self.sampling = sampling ?? Self.defaultSampling(color)
        self.isProgressive = isProgressive
        self.hasAdobeMarker = hasAdobeMarker
    }

    private static func defaultSampling(_ color: Color) -> [Sampling] {
        switch color {
        case .gray: [Sampling(1, 1)]
        case .yCbCr: [Sampling(2, 2), Sampling(1, 1), Sampling(1, 1)]
        case .rgb: [Sampling](repeating: Sampling(1, 1), count: 3)
        case .cmyk: [Sampling](repeating: Sampling(1, 1), count: 4)
        case .ycck: [Sampling(2, 2), Sampling(1, 1), Sampling(1, 1), Sampling(2, 2)]
        }
    }

    /// The style for the image after it has been turned upright.
    func turned(_ orientation: ImageOrientation) -> JPEGStyle {
        guard orientation.swapsAxes else { return self }
        var style = self
        style.sampling = sampling.map { Sampling($0.vertical, $0.horizontal) }
        style.quantization = quantization?.transposed
        return style
    }

    /// The style with encodable sampling factors; all others, and those of gray files, are replaced with the default.
    ///
    /// A scan of all components has at most 10 blocks per MCU; a file with separate scans may have more. Downsampling rows of
    /// pixels needs integer ratios.
    ///
    /// - Parameter takesPlanes: whether the encoder receives planes, which need no downsampling.
    /// - Returns: this style, or one with the default sampling factors.
    func encodable(takesPlanes: Bool) -> JPEGStyle {
        let blocks = sampling.reduce(0) { $0 + $1.horizontal * $1.vertical }
        guard color == .gray || blocks > 10 || !takesPlanes && isFractional else { return self }
        var style = self
        style.sampling = Self.defaultSampling(color)
        return style
    }

    /// The style with the default sampling factors, unless there is a pair for each component, and all are from 1 to 4.
    var withPossibleSampling: JPEGStyle {
        let (possible, standard) = (1...4, Self.defaultSampling(color))
        let isPossible = sampling.allSatisfy { possible.contains($0.horizontal) && possible.contains($0.vertical) }
        guard sampling.count != standard.count || !isPossible else { return self }
        var style = self
        style.sampling = standard
        return style
    }

    /// YCbCr with chroma of the full resolution (4:4:4).
    static let fullChroma = JPEGStyle(.yCbCr, sampling: [.init(1, 1), .init(1, 1), .init(1, 1)])

    /// The style for colors that a gray image gets, with its quantization steps; any other style stays as it is.
    func colored(withFullChroma hasFullChroma: Bool) -> JPEGStyle {
        guard color == .gray else { return self }
        var style = hasFullChroma ? .fullChroma : JPEGStyle(.yCbCr)
        style.isProgressive = isProgressive
        style.quantization = quantization.flatMap { gray in
            JPEGQuantization(tables: [[UInt16]](repeating: gray.tables[0], count: 3))
        }
        return style
    }

    /// The resolution of chroma in the notation of video (J:a:b); `nil` if there is no chroma, or for a resolution that has no name.
    var subsampling: String? {
        guard [.yCbCr, .ycck].contains(color), sampling.count >= 3, sampling[1] == sampling[2] else { return nil }
        let (luma, chroma) = (sampling[0], sampling[1])
        guard luma.horizontal % chroma.horizontal == 0, luma.vertical % chroma.vertical == 0 else { return nil }
        switch (luma.horizontal / chroma.horizontal, luma.vertical / chroma.vertical) {
        case (1, 1): return "4:4:4"
        case (1, 2): return "4:4:0"
        case (2, 1): return "4:2:2"
        case (2, 2): return "4:2:0"
        case (4, 1): return "4:1:1"
        case (4, 2): return "4:1:0"
        default: return nil
        }
    }

    /// Gives chroma half of the resolution (4:2:0) in a resized image whose quality is chosen for all formats, unless the quality is high.
    mutating func limitChroma(to settings: OutputSettings) {
        guard color == .yCbCr, settings.jpegQuality == nil,
            settings.quality.map({ $0 < OutputSettings.fullChromaQuality }) ?? false
        else { return }
        sampling = Self.defaultSampling(color)
    }

    /// Whether the resolution of a component is not an integer fraction of the full resolution.
    private var isFractional: Bool {
        let most = sampling.most
        return sampling.contains { most.horizontal % $0.horizontal != 0 || most.vertical % $0.vertical != 0 }
    }

    /// How many pixels, along each axis, a sample of the coarsest component stands for if the decoder reduces the image.
    ///
    /// The decoder doubles the resolution of a subsampled component until it would exceed that of the others in one direction. Components that
    /// keep all of their samples do not count, as no smaller reduction leaves more of them.
    func pixelsPerSample(reducedBy reduction: Int) -> (x: Double, y: Double) {
        let (most, smallest) = (sampling.most, 8 / reduction)
        var coarsest = (x: Double(reduction), y: Double(reduction))
        for factors in sampling {
            var block = smallest
            while block < 8, most.horizontal * smallest % (factors.horizontal * block * 2) == 0,
                most.vertical * smallest % (factors.vertical * block * 2) == 0
            {
                block *= 2
            }
            if block == 8 { continue }
            coarsest.x = max(coarsest.x, Double(8 * most.horizontal) / Double(block * factors.horizontal))
            coarsest.y = max(coarsest.y, Double(8 * most.vertical) / Double(block * factors.vertical))
        }
        return coarsest
    }
}

extension [JPEGStyle.Sampling] {
    /// The largest factor of all components in each direction.
    var most: JPEGStyle.Sampling {
        JPEGStyle.Sampling(reduce(1) { Swift.max($0, $1.horizontal) }, reduce(1) { Swift.max($0, $1.vertical) })
    }
}

extension JPEGStyle.Color {
    /// The samples of a color in the planes of the components, according to JFIF; `nil` for inks.
    func samples(of color: RGBColor) -> [UInt8]? {
        let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
        /// Half of a step is added, so that integer division rounds to nearest.
        func sample(_ sum: Int) -> UInt8 { UInt8(clamping: (sum + 500_000) / 1_000_000) }
        let luma = Luma.of(color.red, color.green, color.blue)
        switch self {
        case .gray: return [luma]
        case .rgb: return [color.red, color.green, color.blue]
        case .yCbCr:
            let middle = 128_000_000
            return [
                luma, sample(middle - 168_736 * red - 331_264 * green + 500_000 * blue),
                sample(middle + 500_000 * red - 418_688 * green - 81_312 * blue),
            ]
        case .cmyk, .ycck: return nil
        }
    }
}

extension CompressedBlocks {
    /// The MCUs of a JPEG file.
    init(_ sampling: [JPEGStyle.Sampling]) {
        let most = sampling.most
        let isSubsampled = sampling.contains { $0.horizontal < most.horizontal || $0.vertical < most.vertical }
        // the samples of subsampled planes are interpolated
        self.init(width: 8 * most.horizontal, height: 8 * most.vertical, reach: isSubsampled ? 1 : 0)
    }
}
