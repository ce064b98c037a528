/// A Gaussian blur whose radius decreases linearly from one side of the image to the other.
///
/// A radius is the standard deviation of the Gaussian in pixels. It follows the alpha of a ``LinearAlphaMask``: close to
/// ``maximumRadius`` at the blurred edge, down to ``minimumRadius``. Rows or columns of radius 0 are copied byte for byte.
///
/// Sample values are blurred as they are stored, without conversion to linear light. Straight-alpha color is weighted
/// by alpha.
///
/// ```swift
/// let blur = try ProgressiveBlur(maximumRadius: 20, direction: .top)
/// try blur.blur(&pixels)
/// ```
public struct ProgressiveBlur: Sendable, Hashable {
    /// The radius where the mask's alpha is 1, in pixels: finite, at least ``minimumRadius``, without an upper limit.
    public let maximumRadius: Double

    /// The default of ``maximumRadius``, in pixels.
    public static let defaultMaximumRadius = 20.0

    /// The radius where the mask's alpha is 0, in pixels: finite, at least 0.
    public let minimumRadius: Double

    /// The ramp: the blurred side, and where the ramp ends.
    public let mask: LinearAlphaMask

    /// The edge mode.
    public let edges: EdgeMode

    /// The blurred side.
    public var direction: BlurDirection { mask.direction }

    /// The distance from the end of the ramp to the opposite edge, as a fraction of the axis: ``LinearAlphaMask/startOffset``.
    public var startOffset: Double { mask.startOffset }

    /// Creates a progressive blur.
    ///
    /// - Parameters:
    ///   - maximumRadius: the radius where alpha is 1, in pixels: finite, at least `minimumRadius`.
    ///   - minimumRadius: the radius where alpha is 0, in pixels: finite, at least 0.
    ///   - direction: the blurred side.
    ///   - startOffset: where the ramp ends, as a finite fraction of the axis below 1. At 0 it ends at the opposite edge, at 0.25
    ///     a quarter of the axis before it; with a negative offset it ends beyond the image, and no row is unblurred.
    ///   - edges: the edge mode.
    /// - Throws: ``BlurError/Code/invalidRadius`` or ``BlurError/Code/invalidStartOffset``.
    public init(
        maximumRadius: Double = defaultMaximumRadius,
        minimumRadius: Double = 0,
        direction: BlurDirection = .top,
        startOffset: Double = 0,
        edges: EdgeMode = .normalize
    ) throws(BlurError) {
        try Self.check(radius: maximumRadius, name: "maximum radius")
        try Self.check(radius: minimumRadius, name: "minimum radius")
        guard minimumRadius <= maximumRadius else {
            throw BlurError(
                .invalidRadius,
                "the minimum radius (\(readable(minimumRadius)) px) is above the maximum radius "
                    + "(\(readable(maximumRadius)) px)")
        }
        self.maximumRadius = maximumRadius
        self.minimumRadius = minimumRadius
        self.mask = try LinearAlphaMask(direction: direction, startOffset: startOffset)
        self.edges = edges
    }

    /// Returns the radius of a row, or of a column if the direction is left or right.
    ///
    /// - Parameters:
    ///   - index: the row or column, counted from the image's top or left, 0 to `count - 1`.
    ///   - count: the number of rows or columns of the whole image, at least 1.
    /// - Returns: the radius in pixels.
    public func radius(at index: Int, of count: Int) -> Double {
        radius(alpha: mask.alpha(at: index, of: count))
    }

    /// Returns the radius that an alpha stands for.
    ///
    /// - Parameter alpha: 0 (``minimumRadius``) to 1 (``maximumRadius``).
    /// - Returns: the radius in pixels.
    public func radius(alpha: Double) -> Double {
        minimumRadius + (maximumRadius - minimumRadius) * alpha
    }

    private static func check(radius: Double, name: String) throws(BlurError) {
        guard radius.isFinite, radius >= 0 else {
            throw BlurError(
                .invalidRadius, "the \(name) is \(radius) px; it has to be 0 or more, and finite")
        }
    }
}

/// A number for messages, with at most four decimals.
private func readable(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}
