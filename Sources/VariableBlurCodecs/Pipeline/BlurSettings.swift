public import VariableBlur

/// A blur for images of any size: a ``ProgressiveBlur`` whose radii may depend on the image.
public struct BlurSettings: Sendable, Hashable {
    /// A length in pixels, or relative to the image.
    public enum Length: Sendable, Hashable {
        /// Pixels.
        case pixels(Double)
        /// A fraction of the axis on which the radius changes: of the height for top and bottom, of the width for left
        /// and right.
        case axisFraction(Double)

        func pixels(axisLength: Int) -> Double {
            switch self {
            case .pixels(let pixels): pixels
            case .axisFraction(let fraction): fraction * Double(axisLength)
            }
        }
    }

    /// The standard deviation at the blurred edge.
    public var maximumRadius = Length.pixels(20)
    /// The standard deviation at the clear end.
    public var minimumRadius = Length.pixels(0)
    /// The blurred side, of the upright image.
    public var direction = BlurDirection.top
    /// How far before the opposite edge the ramp ends, as a fraction of the axis.
    public var startOffset = 0.0
    /// What the blur reads beyond the image.
    public var edges = EdgeMode.normalize
    /// The implementation.
    public var engine = BlurEngine.fast
    /// How the fast engine uses the machine.
    public var execution = BlurExecution()

    /// The default settings.
    public init() {}

    /// The blur for an image of a size.
    ///
    /// - Throws: ``BlurError`` as ``ProgressiveBlur`` does.
    public func progressiveBlur(width: Int, height: Int) throws(BlurError) -> ProgressiveBlur {
        let axisLength = direction.axisLength(width: width, height: height)
        return try ProgressiveBlur(
            maximumRadius: maximumRadius.pixels(axisLength: axisLength),
            minimumRadius: minimumRadius.pixels(axisLength: axisLength),
            direction: direction, startOffset: startOffset, edges: edges)
    }
}
