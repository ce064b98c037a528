/// Changes of color along the ramp of a blur: saturation, a tint, grain, fading, and dithering.
///
/// They take effect after the blur, before values are rounded, in this order, and in proportion to the field's alpha a. A value x becomes
///
///     saturation:  y + (x - y) (1 + (saturation - 1) a)        y: Rec. 601 luma of the pixel
///     tint:        x + (color - x) opacity a
///     grain:       x + grain a g                               g: triangular noise with a standard deviation of 1
///     fade:        opacity (1 - fade a)                        of the pixel: its alpha channel
///
/// If all radii are equal, but not 0, a is 1. Only the final values are limited to their range. A pixel that is neither blurred nor has
/// an alpha above 0 keeps its bytes. Noise depends only on the position in the upright result.
///
/// Gray images get the luma of the tint, and have no saturation. CMYK pixels have no looks: blurring them with one is an error
/// (``BlurError/Code/invalidLook``), and so is fading pixels without an alpha channel.
public struct BlurLook: Sendable, Hashable {
    /// The default opacity of a tint.
    public static let defaultOpacity = 0.3
    /// The saturations that a look may have; 0 is gray, and 1 changes nothing.
    public static let saturations = 0.0...4
    /// The standard deviations of grain that a look may have, in steps of 8 bits.
    public static let grains = 0.0...64

    /// A color, and how much of it covers a pixel.
    public struct Tint: Sendable, Hashable {
        /// The red component as it is stored: 0 to 1.
        public let red: Double
        /// The green component as it is stored: 0 to 1.
        public let green: Double
        /// The blue component as it is stored: 0 to 1.
        public let blue: Double
        /// The opacity where the alpha of the field is 1: 0 to 1.
        public fileprivate(set) var opacity: Double

        /// Creates a tint.
        ///
        /// - Throws: ``BlurError/Code/invalidLook`` unless all numbers are from 0 to 1.
        public init(red: Double, green: Double, blue: Double, opacity: Double = defaultOpacity) throws(BlurError) {
            guard [red, green, blue, opacity].allSatisfy((0...1).contains) else {
                throw BlurError(
                    .invalidLook, "the components and the opacity of a tint must be from 0 to 1")
            }
            (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
        }
    }

    /// The order of color channels in memory.
    public enum ChannelOrder: String, CaseIterable, Sendable, Hashable, Codable {
        /// Red first.
        case rgb
        /// Blue first.
        case bgr
    }

    /// The tint; `nil` for none.
    public private(set) var tint: Tint?
    /// The factor of chroma where alpha is 1: 0 to 4.
    public let saturation: Double
    /// The standard deviation of the noise where alpha is 1, in steps of 8 bits: 0 to 64.
    ///
    /// All colors of a pixel get the same noise.
    public let grain: Double
    /// The share of the alpha channel that is lost where alpha is 1: 0 to 1, with which the pixels become transparent.
    public let fade: Double
    /// Whether 8-bit values of blurred pixels get noise of up to one step before they are rounded, which dissolves bands.
    ///
    /// Each color gets its own noise. It becomes less within a step of the ends of the range, so that black and white stay as they are.
    /// JPEG outputs are not dithered: quantization would make blocks of the noise.
    public private(set) var dithers: Bool
    /// The order of the color channels of pixels whose format is ``ChannelLayout/rgb`` or ``ChannelLayout/rgba``.
    ///
    /// With ``ChannelLayout/bgr`` and ``ChannelLayout/bgra``, blue is first in any case, so that this need not be set.
    public var channelOrder = ChannelOrder.rgb
    /// Whether values of 16 bits will be rounded to 8 bits, and are dithered for that.
    package var dithersSixteenBits = false

    /// Creates a look; without arguments, one that changes nothing.
    ///
    /// - Parameters:
    ///   - tint: the tint; `nil` for none.
    ///   - saturation: the factor of chroma where alpha is 1: 0 to 4.
    ///   - grain: the standard deviation of the noise where alpha is 1, in steps of 8 bits: 0 to 64.
    ///   - fade: the share of the alpha channel that is lost where alpha is 1: 0 to 1.
    ///   - dithers: whether values are dithered.
    /// - Throws: ``BlurError/Code/invalidLook`` if a number is out of range.
    public init(
        tint: Tint? = nil, saturation: Double = 1, grain: Double = 0, fade: Double = 0, dithers: Bool = false
    ) throws(BlurError) {
        guard Self.saturations.contains(saturation) else {
            throw BlurError(.invalidLook, "the saturation of a look must be from 0 to 4; it is \(saturation)")
        }
        guard Self.grains.contains(grain) else {
            throw BlurError(.invalidLook, "the grain of a look must be from 0 to 64; it is \(grain)")
        }
        guard (0...1).contains(fade) else {
            throw BlurError(.invalidLook, "the fade of a look must be from 0 to 1; it is \(fade)")
        }
        (self.tint, self.saturation, self.grain, self.fade, self.dithers) = (tint, saturation, grain, fade, dithers)
    }

    private init() { (tint, saturation, grain, fade, dithers) = (nil, 1, 0, 0, false) }

    /// A look that changes nothing.
    public static let none = BlurLook()

    /// Checks that pixels can have the look.
    ///
    /// - Throws: ``BlurError/Code/invalidLook``.
    func check(_ format: PixelFormat) throws(BlurError) {
        if isNone { return }
        guard format.channels != .cmyk else { throw BlurError(.invalidLook, "pixels with four inks have no looks") }
        guard fade == 0 || format.channels.hasAlpha else {
            throw BlurError(.invalidLook, "pixels without an alpha channel cannot fade")
        }
    }

    /// Whether the look changes nothing.
    public var isNone: Bool { !followsAlpha && !dithers }

    /// The look without dithering.
    package var withoutDithering: BlurLook {
        var look = self
        look.dithers = false
        return look
    }

    /// The look with another color of the tint, if it has one, whose components must be from 0 to 1.
    package func tinted(as change: (_ color: SIMD3<Double>) -> SIMD3<Double>) -> BlurLook {
        var look = self
        look.tint = tint.flatMap { tint in
            let color = change(SIMD3(tint.red, tint.green, tint.blue))
            return try? Tint(red: color.x, green: color.y, blue: color.z, opacity: tint.opacity)
        }
        return look
    }

    /// The look with another opacity of the tint, if it has one: 0 to 1.
    package func tinted(_ opacity: Double) -> BlurLook {
        var look = self
        look.tint?.opacity = opacity
        return look
    }

    /// Whether colors change in proportion to the alpha of the field, even where nothing is blurred.
    package var followsAlpha: Bool {
        saturation != 1 || (tint?.opacity ?? 0) > 0 || grain > 0 || fade > 0
    }

    /// Whether a blur with the look and an edge mode makes opaque pixels transparent, so that an image needs an alpha channel.
    public func makesTransparent(with edges: EdgeMode) -> Bool { edges == .transparent || fade > 0 }
}

extension BlurLook: Codable {
    private enum CodingKeys: String, CodingKey {
        case tint
        case saturation
        case grain
        case fade
        case dithers
        case channelOrder
    }

    /// Decodes a look; a missing key means the default.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self = try decoder.validated {
            try BlurLook(
                tint: values.decodeIfPresent(Tint.self, forKey: .tint),
                saturation: values.decodeIfPresent(Double.self, forKey: .saturation) ?? 1,
                grain: values.decodeIfPresent(Double.self, forKey: .grain) ?? 0,
                fade: values.decodeIfPresent(Double.self, forKey: .fade) ?? 0,
                dithers: values.decodeIfPresent(Bool.self, forKey: .dithers) ?? false)
        }
        channelOrder = try values.decodeIfPresent(ChannelOrder.self, forKey: .channelOrder) ?? .rgb
    }
}

extension BlurLook.Tint: Codable {
    /// Decodes a tint; a missing opacity means the default.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self = try decoder.validated {
            try Self(
                red: values.decode(Double.self, forKey: .red), green: values.decode(Double.self, forKey: .green),
                blue: values.decode(Double.self, forKey: .blue),
                opacity: values.decodeIfPresent(Double.self, forKey: .opacity) ?? BlurLook.defaultOpacity)
        }
    }
}
