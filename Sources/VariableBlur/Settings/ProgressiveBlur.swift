/// A Gaussian blur whose radius varies over the image.
///
/// A radius is the standard deviation of the Gaussian in pixels. In the simplest case, it decreases linearly from one side of
/// the image to the other, from ``maximumRadius`` at the blurred edge to ``minimumRadius``. A ``BlurField`` describes any
/// other shape. Pixels with radius 0 are copied unchanged.
///
/// By default, stored values are averaged; ``light`` selects linear light instead. Colors with straight alpha are weighted by
/// alpha.
///
/// ```swift
/// let blur = try ProgressiveBlur(maximumRadius: 20, direction: .top)
/// try blur.blur(&pixels)
/// ```
public struct ProgressiveBlur: Sendable, Hashable {
    /// The radius of every pixel.
    public let field: BlurField

    /// The edge mode.
    public let edges: EdgeMode

    /// The color adjustments along the ramp.
    public var look = BlurLook.none

    /// Whether stored values or linear light are averaged.
    ///
    /// Linear light requires gray, RGB, or RGBA pixels; CMYK pixels and YCbCr chroma planes trap. The transfer curves are a
    /// property of the image: use those of its color profile, or sRGB if it has none.
    public var light = BlurLight.encoded

    /// The default of ``maximumRadius``, in pixels.
    public static let defaultMaximumRadius = 20.0

    /// Creates a blur with any field of radii.
    ///
    /// - Parameters:
    ///   - field: the radius of every pixel.
    ///   - edges: the edge mode.
    ///   - look: the color adjustments along the ramp.
    ///   - light: whether stored values or linear light are averaged.
    public init(
        field: BlurField, edges: EdgeMode = .normalize, look: BlurLook = .none, light: BlurLight = .encoded
    ) {
        (self.field, self.edges, self.look, self.light) = (field, edges, look, light)
    }

    /// Creates a progressive blur from one side of the image.
    ///
    /// - Parameters:
    ///   - maximumRadius: the radius where alpha is 1, in pixels: finite, at least `minimumRadius`.
    ///   - minimumRadius: the radius where alpha is 0, in pixels: finite, at least 0.
    ///   - direction: the blurred side.
    ///   - startOffset: where the ramp ends, as a finite fraction of the axis below 1. With 0, the ramp ends at the opposite
    ///     edge; with 0.25, a quarter of the axis before it. With a negative offset, it ends beyond the image, and no row is
    ///     unblurred.
    ///   - edges: the edge mode.
    /// - Throws: ``BlurError/Code/invalidRadius`` or ``BlurError/Code/invalidStartOffset``.
    public init(
        maximumRadius: Double = defaultMaximumRadius,
        minimumRadius: Double = 0,
        direction: BlurDirection = .top,
        startOffset: Double = 0,
        edges: EdgeMode = .normalize
    ) throws(BlurError) {
        try RadiusRange.check(minimum: minimumRadius, maximum: maximumRadius)
        let mask = try LinearAlphaMask(direction: direction, startOffset: startOffset)
        field = .ramp(try LinearRamp(mask, maximumRadius: maximumRadius, minimumRadius: minimumRadius))
        self.edges = edges
    }
}

// The properties of a blur whose field is a ramp from one side. They trap if the field is another one.
extension ProgressiveBlur {
    /// The radius where the mask's alpha is 1, in pixels: finite, at least ``minimumRadius``, without an upper limit.
    ///
    /// Traps unless the ``field`` is a ``BlurField/ramp(_:)``. For other fields, see ``BlurField/radii(width:height:)``.
    public var maximumRadius: Double { ramp.maximumRadius }

    /// The radius where the mask's alpha is 0, in pixels: finite, at least 0.
    ///
    /// Traps unless the ``field`` is a ``BlurField/ramp(_:)``. For other fields, see ``BlurField/radii(width:height:)``.
    public var minimumRadius: Double { ramp.minimumRadius }

    /// The ramp: the blurred side, and where the ramp ends.
    ///
    /// Traps unless the ``field`` is a ``BlurField/ramp(_:)``.
    public var mask: LinearAlphaMask { ramp.mask }

    /// The blurred side.
    ///
    /// Traps unless the ``field`` is a ``BlurField/ramp(_:)``.
    public var direction: BlurDirection { mask.direction }

    /// The distance from the end of the ramp to the opposite edge, as a fraction of the axis: ``LinearAlphaMask/startOffset``.
    ///
    /// Traps unless the ``field`` is a ``BlurField/ramp(_:)``.
    public var startOffset: Double { mask.startOffset }

    private var ramp: LinearRamp {
        guard case .ramp(let ramp) = field else {
            preconditionFailure("the radii of this blur are not a ramp from one side")
        }
        return ramp
    }

    /// Returns the radius of a row, or of a column if the radius varies between columns.
    ///
    /// - Parameters:
    ///   - index: the row or column, counted from the image's top or left, 0 to `count - 1`.
    ///   - count: the number of rows or columns of the whole image, at least 1.
    /// - Returns: the radius in pixels. Traps unless the ``field`` is a ``BlurField/ramp(_:)``.
    public func radius(at index: Int, of count: Int) -> Double {
        radius(alpha: mask.alpha(at: index, of: count))
    }

    /// Returns the radius for an alpha.
    ///
    /// - Parameter alpha: 0 (``minimumRadius``) to 1 (``maximumRadius``).
    /// - Returns: the radius in pixels. Traps unless the ``field`` is a ``BlurField/ramp(_:)``.
    public func radius(alpha: Double) -> Double {
        minimumRadius + (maximumRadius - minimumRadius) * ramp.easing.value(at: alpha)
    }
}
