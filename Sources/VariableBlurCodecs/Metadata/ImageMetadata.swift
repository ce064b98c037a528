/// What a file says about its picture beside pixels and color profile: kept as far as the output's format can hold it.
public struct ImageMetadata: Sendable, Hashable {
    /// EXIF data, from the byte order mark `II` or `MM` on.
    public var exif: [UInt8]?
    /// An XMP packet, in UTF-8.
    public var xmp: [UInt8]?
    /// IPTC data: datasets, each beginning with a byte of 1C; PNG has a customary text for them.
    public var iptc: [UInt8]?
    /// How large the pixels are.
    public var density: PixelDensity?
    /// A JPEG file's comments, and what a PNG file has under the keyword `Comment`.
    public var comments: [[UInt8]] = []
    /// What an output of ours was made of, if this is one: a ``JobDigest``'s text.
    public internal(set) var digest: String?
    /// Chunks that only PNG has: what the numbers mean as colors (cICP, sRGB, gAMA, cHRM, sBIT).
    var colorChunks: [PNGChunk] = []
    /// The same: texts under other keywords, and the time of the last change.
    var textChunks: [PNGChunk] = []

    /// Nothing.
    public init() {}

    /// What is left when some of it is not wanted.
    func stripped(_ stripping: MetadataStripping) -> ImageMetadata {
        switch stripping {
        case .none: return self
        case .all: return ImageMetadata()
        case .safe:
            var rest = ImageMetadata()
            rest.density = density
            rest.colorChunks = colorChunks
            return rest
        }
    }
}

/// What of the input's metadata is left out of the output.
public enum MetadataStripping: String, CaseIterable, Sendable, Hashable {
    /// Nothing that the output's format can hold; previews of the picture are left out in any case.
    case none
    /// All that does not change how the picture looks: EXIF, XMP, IPTC, texts, comments and times.
    case safe
    /// Everything, the color profile too, without which colors may look different.
    case all
}

/// How large pixels are, or how their width relates to their height.
public struct PixelDensity: Sendable, Hashable {
    /// What the numbers count.
    public enum Unit: Sendable, Hashable {
        /// Nothing: only their ratio means something.
        case none
        /// Pixels in an inch.
        case inch
        /// Pixels in a centimeter.
        case centimeter
        /// Pixels in a meter.
        case meter

        /// In meters.
        fileprivate var length: Double? {
            switch self {
            case .none: nil
            case .inch: 0.0254
            case .centimeter: 0.01
            case .meter: 1
            }
        }
    }

    /// Pixels in a unit of the width, at least 1.
    public let x: Int
    /// Pixels in a unit of the height, at least 1.
    public let y: Int
    /// The unit.
    public let unit: Unit

    /// A density; `nil` if a number is not positive.
    public init?(x: Int, y: Int, unit: Unit) {
        guard x > 0, y > 0 else { return nil }
        (self.x, self.y, self.unit) = (x, y, unit)
    }

    /// The density of the picture turned upright.
    func turned(_ orientation: ImageOrientation) -> PixelDensity {
        orientation.swapsAxes ? PixelDensity(x: y, y: x, unit: unit) ?? self : self
    }

    /// The same in another unit, if numbers up to `limit` can say it.
    func converted(to other: Unit, limit: Int) -> PixelDensity? {
        var (width, height) = (Double(x), Double(y))
        if let from = unit.length, let to = other.length {
            width = (width / from * to).rounded()
            height = (height / from * to).rounded()
        }
        guard width <= Double(limit), height <= Double(limit) else { return nil }
        return PixelDensity(x: Int(width), y: Int(height), unit: unit == .none ? .none : other)
    }
}
