/// Radii along a straight line through the center of the image, like the colors of `linear-gradient()` in CSS.
///
/// The gradient line has the length |w sin θ| + |h cos θ|, so that the corners of an image of w × h pixels lie at its ends.
/// For one of the four sides, this is the width or the height of the image.
///
/// Source: CSS Images Module Level 3, section 3.1.
public struct LinearBlurGradient: Sendable, Hashable {
    /// The direction in which the stops are listed.
    public enum Direction: Sendable, Hashable {
        /// An angle in degrees, clockwise: 0 is toward the top, 90 toward the right; above -180, up to 180.
        case degrees(Double)
        /// Toward a corner of the image. The midpoint of the gradient passes through the two neighboring corners.
        case corner(Corner)

        /// From the bottom to the top.
        public static let toTop = Direction.degrees(0)
        /// From the left to the right.
        public static let toRight = Direction.degrees(90)
        /// From the top to the bottom: the default.
        public static let toBottom = Direction.degrees(180)
        /// From the right to the left.
        public static let toLeft = Direction.degrees(-90)
    }

    /// A corner of an image.
    public enum Corner: String, CaseIterable, Sendable, Hashable, Codable {
        /// The top left corner.
        case topLeft = "top left"
        /// The top right corner.
        case topRight = "top right"
        /// The bottom left corner.
        case bottomLeft = "bottom left"
        /// The bottom right corner.
        case bottomRight = "bottom right"
    }

    /// The direction in which the stops are listed.
    public let direction: Direction
    /// At least two radii, in the direction of the gradient.
    public let stops: [RadiusStop]
    /// The curve of the radius between two stops, from the smaller to the larger radius.
    public let easing: Easing

    /// Creates a gradient.
    ///
    /// - Parameters:
    ///   - direction: the direction in which the stops are listed; any finite angle.
    ///   - stops: at least two radii. A position below that of an earlier stop is raised to it, and missing positions are
    ///     then spread evenly. If stops share a position, the last one applies there.
    ///   - easing: the curve of the radius between two stops.
    /// - Throws: ``BlurError/Code/invalidField``.
    public init(
        _ direction: Direction = .toBottom, stops: [RadiusStop], easing: Easing = .linear
    ) throws(BlurError) {
        if case .degrees(let degrees) = direction {
            guard degrees.isFinite else {
                throw BlurError(.invalidField, "the angle of a gradient is \(degrees)°; it must be finite")
            }
            // the remainder is exact
            let canonical = degrees.remainder(dividingBy: 360)
            self.direction = canonical == -180 ? .toBottom : .degrees(canonical == 0 ? 0 : canonical)
        } else {
            self.direction = direction
        }
        try easing.check()
        self.stops = try RadiusStop.canonical(stops)
        self.easing = easing
    }

    /// The unit vector of the direction; y points down.
    func vector(width: Int, height: Int) -> (x: Double, y: Double) {
        switch direction {
        case .degrees(let degrees):
            let (sine, cosine) = ExactAngle.sineAndCosine(degrees: degrees)
            return (sine, -cosine)
        case .corner(let corner):
            // perpendicular to the line through the two neighboring corners
            let (w, h) = (Double(width), Double(height))
            let diagonal = (w * w + h * h).squareRoot()
            let isRight = corner == .topRight || corner == .bottomRight
            let isBottom = corner == .bottomLeft || corner == .bottomRight
            return ((isRight ? h : -h) / diagonal, (isBottom ? w : -w) / diagonal)
        }
    }

    /// The length of the gradient line in pixels.
    func length(width: Int, height: Int) -> Double {
        let vector = vector(width: width, height: height)
        return abs(vector.x * Double(width)) + abs(vector.y * Double(height))
    }

    /// The axes along which the radius varies.
    var axes: FieldAxes {
        guard !stops.haveEqualRadii else { return FieldAxes() }
        guard case .degrees(let degrees) = direction else { return FieldAxes(rows: true, columns: true) }
        let (sine, cosine) = ExactAngle.sineAndCosine(degrees: degrees)
        return FieldAxes(rows: cosine != 0, columns: sine != 0)
    }
}

extension [RadiusStop] {
    /// Whether all stops have the same radius, for every image.
    var haveEqualRadii: Bool { allSatisfy { $0.radius == self[0].radius } }
}
