/// Radii that follow an ``AlphaMask``.
public struct MaskRamp: Sendable, Hashable {
    /// The mask.
    public let mask: AlphaMask
    /// The radius where alpha is 1, in pixels.
    public let maximumRadius: Double
    /// The radius where alpha is 0, in pixels.
    public let minimumRadius: Double
    /// The curve of the radius over the alpha of the mask; applied after interpolation.
    public let easing: Easing

    /// Creates a ramp.
    ///
    /// - Parameters:
    ///   - mask: the mask.
    ///   - maximumRadius: the radius where alpha is 1, in pixels: finite, at least `minimumRadius`.
    ///   - minimumRadius: the radius where alpha is 0, in pixels: finite, at least 0.
    ///   - easing: the curve of the radius over the alpha of the mask.
    /// - Throws: ``BlurError/Code/invalidRadius`` or ``BlurError/Code/invalidField``.
    public init(
        _ mask: AlphaMask, maximumRadius: Double, minimumRadius: Double = 0, easing: Easing = .linear
    ) throws(BlurError) {
        try RadiusRange.check(minimum: minimumRadius, maximum: maximumRadius)
        try easing.check()
        (self.mask, self.easing) = (mask, easing)
        (self.maximumRadius, self.minimumRadius) = (maximumRadius, minimumRadius)
    }
}

extension MaskRamp: Codable {
    enum CodingKeys: String, CodingKey {
        case mask
        case maximumRadius
        case minimumRadius
        case easing
    }

    /// Decodes a ramp and validates it; a missing minimum radius is 0, and a missing easing is linear.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self = try decoder.validated {
            try MaskRamp(
                values.decode(AlphaMask.self, forKey: .mask),
                maximumRadius: values.decode(Double.self, forKey: .maximumRadius),
                minimumRadius: values.decodeIfPresent(Double.self, forKey: .minimumRadius) ?? 0,
                easing: values.decodeIfPresent(Easing.self, forKey: .easing) ?? .linear)
        }
    }
}

/// The checks of a minimum and a maximum radius.
enum RadiusRange {
    /// - Throws: ``BlurError/Code/invalidRadius``.
    static func check(minimum: Double, maximum: Double) throws(BlurError) {
        try check(maximum, name: "maximum radius")
        try check(minimum, name: "minimum radius")
        guard minimum <= maximum else {
            throw BlurError(
                .invalidRadius,
                "the minimum radius (\(readable(minimum)) px) is larger than the maximum radius (\(readable(maximum)) px)"
            )
        }
    }

    private static func check(_ radius: Double, name: String) throws(BlurError) {
        guard radius.isFinite, radius >= 0 else {
            throw BlurError(
                .invalidRadius, "the \(name) is \(radius) px; it must be 0 or more, and finite")
        }
    }

    private static func readable(_ number: Double) -> String { ReadableNumber.text(number, decimals: 4) }
}
