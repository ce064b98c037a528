/// A range of radii that follows an ``AlphaMask``.
public struct MaskRamp: Sendable, Hashable {
    /// The mask.
    public let mask: AlphaMask
    /// The radius where alpha is 1, in pixels.
    public let maximumRadius: Double
    /// The radius where alpha is 0, in pixels.
    public let minimumRadius: Double
    /// How the radius changes with the mask's alpha; applied after interpolation.
    public let easing: Easing

    /// Creates a ramp.
    ///
    /// - Parameters:
    ///   - mask: the mask.
    ///   - maximumRadius: the radius where alpha is 1, in pixels: finite, at least `minimumRadius`.
    ///   - minimumRadius: the radius where alpha is 0, in pixels: finite, at least 0.
    ///   - easing: how the radius changes with the mask's alpha.
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
