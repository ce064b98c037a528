/// How a JPEG file stores color: what an output takes over from a JPEG input.
public struct JPEGStyle: Sendable, Hashable {
    /// What the components stand for.
    public enum Color: Sendable, Hashable {
        /// One component.
        case gray
        /// Luma and two color differences.
        case yCbCr
        /// Red, green and blue as they are.
        case rgb
        /// Four inks.
        case cmyk
        /// Four inks, three of them as luma and color differences.
        case ycck
    }

    /// How many samples a component has in an MCU, horizontally and vertically: 1 to 4 each.
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

    /// What the components stand for.
    public var color: Color
    /// The sampling of every component.
    public var sampling: [Sampling]
    /// Whether the file is progressive.
    public var isProgressive: Bool
    /// Whether a CMYK file has Adobe's marker, and so, by custom, inverted values.
    public var hasAdobeMarker: Bool
    /// A file's own quantization, for encoding at the same quality; `nil` where it is not known.
    public var quantization: JPEGQuantization?

    /// Creates a style; without a sampling, color differences are halved in both directions (4:2:0).
    public init(
        _ color: Color, sampling: [Sampling]? = nil, isProgressive: Bool = false,
        hasAdobeMarker: Bool = false
    ) {
        self.color = color
        self.sampling = sampling ?? Self.customarySampling(color)
        self.isProgressive = isProgressive
        self.hasAdobeMarker = hasAdobeMarker
    }

    private static func customarySampling(_ color: Color) -> [Sampling] {
        switch color {
        case .gray: [Sampling(1, 1)]
        case .yCbCr: [Sampling(2, 2), Sampling(1, 1), Sampling(1, 1)]
        case .rgb: [Sampling](repeating: Sampling(1, 1), count: 3)
        case .cmyk: [Sampling](repeating: Sampling(1, 1), count: 4)
        case .ycck: [Sampling(2, 2), Sampling(1, 1), Sampling(1, 1), Sampling(2, 2)]
        }
    }

    /// The style for the same image after it was turned.
    func turned(_ orientation: ImageOrientation) -> JPEGStyle {
        guard orientation.swapsAxes else { return self }
        var style = self
        style.sampling = sampling.map { Sampling($0.vertical, $0.horizontal) }
        style.quantization = quantization?.transposed
        return style
    }

    /// The style with a sampling that one scan can hold, at most 10 blocks in an MCU, and that can be made of what is given: of
    /// pixels, whole numbers are averaged.
    ///
    /// Files whose components come in scans of their own may have another; of those the customary sampling is taken.
    func encodable(takesPlanes: Bool) -> JPEGStyle {
        let blocks = sampling.reduce(0) { $0 + $1.horizontal * $1.vertical }
        guard color == .gray || blocks > 10 || !takesPlanes && isFractional else { return self }
        var style = self
        style.sampling = Self.customarySampling(color)
        return style
    }

    /// Whether a component has no whole fraction of the finest one's samples.
    private var isFractional: Bool {
        let (finestAcross, finestDown) = (sampling.map(\.horizontal).max() ?? 1, sampling.map(\.vertical).max() ?? 1)
        return sampling.contains { finestAcross % $0.horizontal != 0 || finestDown % $0.vertical != 0 }
    }
}
