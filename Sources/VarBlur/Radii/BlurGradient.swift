/// Radii along a line or around a center, like the colors of a gradient in CSS.
public struct BlurGradient: Sendable, Hashable {
    /// What positions along the gradient mean: the line, or the circle or ellipse on which stops at 100% lie.
    public let shape: Shape
    /// At least two radii, in the direction of the line, or from the center outward.
    public let stops: [RadiusStop]
    /// The curve of the radius between two stops, from the smaller to the larger radius.
    public let easing: Easing

    /// Creates a gradient.
    ///
    /// - Parameters:
    ///   - shape: what positions along the gradient mean.
    ///   - stops: at least two radii. A position below that of an earlier stop or midpoint is raised to it, and missing
    ///     positions are then spread evenly between these. If stops share a position, the last one applies there.
    ///   - easing: the curve of the radius between two stops.
    /// - Throws: ``BlurError/Code/invalidField``.
    public init(
        _ shape: Shape = .linear(), stops: [RadiusStop], easing: Easing = .linear
    ) throws(BlurError) {
        self.shape = try shape.canonical()
        try easing.check()
        self.stops = try RadiusStop.canonical(stops)
        self.easing = easing
    }

    /// The gradient as a field.
    public var field: BlurField { .gradient(self) }

    /// Returns the gradient with another easing.
    ///
    /// - Throws: ``BlurError/Code/invalidField`` if the easing is not a curve.
    public func eased(_ easing: Easing) throws(BlurError) -> BlurGradient {
        try BlurGradient(shape, stops: stops, easing: easing)
    }

    /// The axes along which the radius varies; if there is no blur at all, those along which looks vary.
    var axes: FieldAxes {
        let radius = stops[0].radius
        return radius != .zero && stops.allSatisfy { $0.radius == radius } ? FieldAxes() : shape.axes
    }
}

// Gradients of two stops: ramps from one side of the image.
extension BlurGradient {
    /// Creates a ramp from one side of the image: a gradient of two stops, from that side toward the opposite one.
    ///
    /// - Parameters:
    ///   - maximumRadius: the radius at the blurred side, in pixels: finite, at least `minimumRadius`.
    ///   - minimumRadius: the radius at the end of the ramp, in pixels: finite, at least 0.
    ///   - direction: the blurred side.
    ///   - startOffset: where the ramp ends, as a finite fraction of the axis below 1. With 0, the ramp ends at the opposite
    ///     edge; with 0.25, a quarter of the axis before it. With a negative offset, it ends beyond the image, at most 10⁷ times its size.
    ///   - easing: the curve of the radius.
    /// - Throws: ``BlurError/Code/invalidRadius``, ``BlurError/Code/invalidStartOffset``, or ``BlurError/Code/invalidField``.
    public init(
        maximumRadius: Double, minimumRadius: Double = 0, direction: BlurDirection = .top, startOffset: Double = 0,
        easing: Easing = .linear
    ) throws(BlurError) {
        guard startOffset.isFinite, startOffset < 1 else {
            throw BlurError(
                .invalidStartOffset,
                "the start offset is \(startOffset); it must be below 1 (the whole axis), and finite")
        }
        try self.init(
            maximumRadius: maximumRadius, minimumRadius: minimumRadius, direction: direction,
            reach: .percent(min(100 - 100 * startOffset, FieldLimits.greatest)), easing: easing)
    }

    /// Creates a ramp from one side of the image that reaches a given distance into it.
    ///
    /// - Parameters:
    ///   - maximumRadius: the radius at the blurred side, in pixels: finite, at least `minimumRadius`.
    ///   - minimumRadius: the radius at the end of the ramp, in pixels: finite, at least 0.
    ///   - direction: the blurred side.
    ///   - reach: the distance from the blurred side to the end of the ramp: greater than 0, at most 10⁹. 100% is the height
    ///     of the image for top and bottom, and its width for left and right. The ramp may end beyond the image.
    ///   - easing: the curve of the radius.
    /// - Throws: ``BlurError/Code/invalidRadius``, ``BlurError/Code/invalidReach``, or ``BlurError/Code/invalidField``.
    public init(
        maximumRadius: Double, minimumRadius: Double = 0, direction: BlurDirection = .top, reach: BlurLength,
        easing: Easing = .linear
    ) throws(BlurError) {
        try RadiusRange.check(minimum: minimumRadius, maximum: maximumRadius)
        guard reach.number > 0, reach.number <= FieldLimits.greatest else {
            throw BlurError(
                .invalidReach, "the reach is \(reach.number); it must be greater than 0, and at most 1000000000")
        }
        try self.init(
            .linear(direction.opposite),
            stops: [
                RadiusStop(radius: .pixels(maximumRadius)),
                RadiusStop(radius: .pixels(minimumRadius), position: reach),
            ], easing: easing)
    }

    /// The side from which the gradient is a ramp, and how far the ramp reaches; `nil` if it is none.
    var ramp: (maximumRadius: Double, minimumRadius: Double, direction: BlurDirection, reach: BlurLength)? {
        guard case .linear(let direction) = shape, stops.count == 2, stops[0].position == nil, stops[0].midpoint == nil,
            let side = BlurDirection.allCases.first(where: { $0.opposite == direction }),
            case .pixels(let maximum) = stops[0].radius, case .pixels(let minimum) = stops[1].radius,
            minimum <= maximum
        else { return nil }
        return (maximum, minimum, side, stops[1].position ?? .percent(100))
    }
}

extension BlurDirection {
    /// The direction of a gradient from the side to the opposite one.
    fileprivate var opposite: BlurGradient.Direction {
        switch self {
        case .top: .toBottom
        case .bottom: .toTop
        case .left: .toRight
        case .right: .toLeft
        }
    }
}
