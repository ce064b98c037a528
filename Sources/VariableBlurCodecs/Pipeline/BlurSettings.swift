public import VariableBlur

/// The settings of a blur for images of any size: a `ProgressiveBlur` whose radii may be relative to the image.
public struct BlurSettings: Sendable, Hashable {
    /// A length in pixels, or relative to the image's size.
    public enum Length: Sendable, Hashable {
        /// A number of pixels.
        case pixels(Double)
        /// A fraction of the axis along which the radius changes: of the height for top and bottom, of the width for left and
        /// right.
        case axisFraction(Double)

        func pixels(axisLength: Int) -> Double {
            switch self {
            case .pixels(let pixels): pixels
            case .axisFraction(let fraction): fraction * Double(axisLength)
            }
        }
    }

    /// The standard deviation of the Gaussian at the blurred edge.
    public var maximumRadius = Length.pixels(ProgressiveBlur.defaultMaximumRadius)
    /// The standard deviation of the Gaussian at the unblurred end.
    public var minimumRadius = Length.pixels(0)
    /// The blurred side of the upright image.
    public var direction = BlurDirection.top
    /// The distance from the end of the ramp to the opposite edge, as a fraction of the axis; below 1.
    public var startOffset = 0.0
    /// The rule for pixels beyond the edges of the image.
    public var edges = EdgeMode.normalize
    /// The algorithm.
    public var engine = BlurEngine.fast
    /// The threads and the instruction set of the fast engine.
    public var execution = BlurExecution()

    /// The default settings.
    public init() {}

    /// Creates the blur for an image of a given size, in pixels.
    ///
    /// - Throws: `BlurError` if a setting is out of range; see `ProgressiveBlur`.
    public func progressiveBlur(width: Int, height: Int) throws(BlurError) -> ProgressiveBlur {
        let axisLength = direction.axisLength(width: width, height: height)
        return try ProgressiveBlur(
            maximumRadius: maximumRadius.pixels(axisLength: axisLength),
            minimumRadius: minimumRadius.pixels(axisLength: axisLength),
            direction: direction, startOffset: startOffset, edges: edges)
    }
}
