/// A Gaussian blur whose radius falls linearly from one side of the image to the other.
///
/// At the blurred edge the radius is close to ``maximumRadius``; it falls with the alpha of a
/// ``LinearAlphaMask`` until it reaches ``minimumRadius``. Rows (or columns) of radius 0 are left
/// untouched, to the byte.
///
/// ```swift
/// let blur = try ProgressiveBlur(maximumRadius: 20, direction: .top)
/// try blur.blur(&pixels)
/// ```
public struct ProgressiveBlur: Sendable, Hashable {
    /// The radius where the mask's alpha is 1: the standard deviation of the Gaussian, in pixels.
    ///
    /// Finite and at least ``minimumRadius``; there is no upper limit.
    public let maximumRadius: Double

    /// The radius where the mask's alpha is 0: the standard deviation of the Gaussian, in pixels.
    ///
    /// Finite and at least 0.
    public let minimumRadius: Double

    /// The ramp: which side is blurred, and where the blur ends.
    public let mask: LinearAlphaMask

    /// What the blur reads beyond the image.
    public let edges: EdgeMode

    /// The blurred side.
    public var direction: BlurDirection { mask.direction }

    /// Where the ramp ends, as a fraction of the axis; see ``LinearAlphaMask/startOffset``.
    public var startOffset: Double { mask.startOffset }

    /// Creates a progressive blur after checking every number's range.
    ///
    /// - Parameters:
    ///   - maximumRadius: the standard deviation at the blurred edge in pixels, finite, at least `minimumRadius`.
    ///   - minimumRadius: the standard deviation at the clear end in pixels, finite, at least 0.
    ///   - direction: the blurred side.
    ///   - startOffset: a finite fraction of the axis below 1: 0 lets the ramp end at the opposite edge, 0.25 a
    ///     quarter before it, and a negative offset beyond it, so that no row is quite clear.
    ///   - edges: what the blur reads beyond the image.
    /// - Throws: ``BlurError/Code/invalidRadius`` or ``BlurError/Code/invalidStartOffset``.
    public init(
        maximumRadius: Double = 20,
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

    /// The radius of one row, or column if the direction is left or right.
    ///
    /// - Parameters:
    ///   - index: the row or column, counted from the image's top or left, 0 to `count - 1`.
    ///   - count: the number of rows or columns of the whole image, at least 1.
    /// - Returns: the standard deviation in pixels.
    public func radius(at index: Int, of count: Int) -> Double {
        radius(alpha: mask.alpha(at: index, of: count))
    }

    /// The radius that a mask alpha stands for.
    ///
    /// - Parameter alpha: 0 (``minimumRadius``) to 1 (``maximumRadius``).
    /// - Returns: the standard deviation in pixels.
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

/// A number as people write it: with four decimals at most.
private func readable(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}
