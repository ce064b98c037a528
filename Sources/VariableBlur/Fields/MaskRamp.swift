/// A ramp whose radius follows an ``AlphaMask``.
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
