/// Radii around a center, like the colors of `radial-gradient()` in CSS.
///
/// Source: CSS Images Module Level 3, section 3.2.
public struct RadialBlurGradient: Sendable, Hashable {
    /// The circle or ellipse on which the stops at 100% lie.
    public enum EndingShape: Sendable, Hashable {
        /// A circle that reaches a side or a corner of the image.
        case circle(Extent)
        /// An ellipse that reaches sides or corners of the image.
        case ellipse(Extent)
        /// A circle with a radius in pixels.
        case circleOfRadius(Double)
        /// An ellipse with a horizontal and a vertical radius; percentages refer to the width and height of the image.
        case ellipseOfRadii(BlurLength, BlurLength)
    }

    /// The side or corner of the image that a shape reaches.
    public enum Extent: String, CaseIterable, Sendable, Hashable, Codable {
        /// The nearest side; for an ellipse, the nearest side on each axis.
        case closestSide = "closest-side"
        /// The nearest corner; an ellipse has the same aspect ratio as with `closestSide`.
        case closestCorner = "closest-corner"
        /// The farthest side; for an ellipse, the farthest side on each axis.
        case farthestSide = "farthest-side"
        /// The farthest corner; an ellipse has the same aspect ratio as with `farthestSide`.
        case farthestCorner = "farthest-corner"
    }

    /// The center of a gradient; percentages refer to the width and height of the image.
    public struct Position: Sendable, Hashable {
        /// The distance from the left edge of the image.
        public let x: BlurLength
        /// The distance from the top edge of the image.
        public let y: BlurLength

        /// The center of the image.
        public static let center = Position(x: .percent(50), y: .percent(50))

        /// Creates a position, which may be outside the image.
        public init(x: BlurLength, y: BlurLength) { (self.x, self.y) = (x.canonical, y.canonical) }
    }

    /// The shape and the size.
    public let shape: EndingShape
    /// The center.
    public let center: Position
    /// At least two radii, from the center outward.
    public let stops: [RadiusStop]
    /// The curve of the radius between two stops, from the smaller to the larger radius.
    public let easing: Easing

    /// Creates a gradient.
    ///
    /// - Parameters:
    ///   - shape: the circle or ellipse on which stops at 100% lie. If the shape has no extent, the last stop applies
    ///     everywhere.
    ///   - center: the center.
    ///   - stops: at least two radii, from the center outward; see ``LinearBlurGradient/init(_:stops:easing:)``. Positions in
    ///     pixels are distances from the center; for an ellipse, along its horizontal axis.
    ///   - easing: the curve of the radius between two stops.
    /// - Throws: ``BlurError/Code/invalidField``.
    public init(
        _ shape: EndingShape = .ellipse(.farthestCorner), at center: Position = .center, stops: [RadiusStop],
        easing: Easing = .linear
    ) throws(BlurError) {
        var shape = shape
        switch shape {
        case .circle, .ellipse: break
        case .circleOfRadius(let radius):
            try Self.check(size: [radius])
            shape = .circleOfRadius(radius == 0 ? 0 : radius)
        case .ellipseOfRadii(let x, let y):
            try Self.check(size: [x.number, y.number])
            shape = .ellipseOfRadii(x.canonical, y.canonical)
        }
        for number in [center.x.number, center.y.number] {
            try FieldLimits.check(number, name: "a coordinate of a gradient's center")
        }
        try easing.check()
        self.stops = try RadiusStop.canonical(stops)
        (self.shape, self.center, self.easing) = (shape, center, easing)
    }

    private static func check(size: [Double]) throws(BlurError) {
        for number in size {
            try FieldLimits.check(number, name: "a size of a gradient")
            guard number >= 0 else {
                throw BlurError(.invalidField, "a size of a gradient is \(number); it must be 0 or more")
            }
        }
    }

    /// The axes along which the radius varies.
    var axes: FieldAxes { stops.haveEqualRadii ? FieldAxes() : FieldAxes(rows: true, columns: true) }

    /// The center in pixels.
    func center(width: Int, height: Int) -> (x: Double, y: Double) {
        (center.x.pixels(of: Double(width)), center.y.pixels(of: Double(height)))
    }

    /// The horizontal and the vertical radius of the shape in pixels.
    func size(width: Int, height: Int) -> (x: Double, y: Double) {
        let (w, h) = (Double(width), Double(height))
        switch shape {
        case .circleOfRadius(let radius): return (radius, radius)
        case .ellipseOfRadii(let x, let y): return (x.pixels(of: w), y.pixels(of: h))
        case .circle(let extent):
            let (near, far) = distances(w, h)
            switch extent {
            case .closestSide: return Self.both(min(near.x, near.y))
            case .farthestSide: return Self.both(max(far.x, far.y))
            case .closestCorner: return Self.both((near.x * near.x + near.y * near.y).squareRoot())
            case .farthestCorner: return Self.both((far.x * far.x + far.y * far.y).squareRoot())
            }
        case .ellipse(let extent):
            let (near, far) = distances(w, h)
            // an ellipse through a corner has √2 times the radii of one with the same proportions that touches the sides
            let diagonal = 2.0.squareRoot()
            switch extent {
            case .closestSide: return near
            case .farthestSide: return far
            case .closestCorner: return (near.x * diagonal, near.y * diagonal)
            case .farthestCorner: return (far.x * diagonal, far.y * diagonal)
            }
        }
    }

    private static func both(_ radius: Double) -> (x: Double, y: Double) { (radius, radius) }

    /// The distances from the center to the nearer and to the farther side on each axis.
    private func distances(_ w: Double, _ h: Double) -> (near: (x: Double, y: Double), far: (x: Double, y: Double)) {
        let (x, y) = (center.x.pixels(of: w), center.y.pixels(of: h))
        let (left, right, top, bottom) = (abs(x), abs(w - x), abs(y), abs(h - y))
        return ((min(left, right), min(top, bottom)), (max(left, right), max(top, bottom)))
    }
}
