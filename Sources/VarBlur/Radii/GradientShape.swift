extension BlurGradient {
    /// What positions along a gradient mean.
    public enum Shape: Sendable, Hashable {
        /// A straight line through the center of the image, like that of `linear-gradient()` in CSS.
        ///
        /// Its length is |w sin θ| + |h cos θ|, so that the corners of an image of w × h pixels lie at its ends. For one of the four
        /// sides, this is the width or the height of the image.
        ///
        /// Source: CSS Images Module Level 3, section 3.1.
        case linear(Direction = .toBottom)
        /// Distances from a center, like those of `radial-gradient()` in CSS.
        ///
        /// Positions in pixels are distances from the center; for an ellipse, along its horizontal axis. If the shape has no extent, the
        /// last stop applies everywhere.
        ///
        /// Source: CSS Images Module Level 3, section 3.2.
        case radial(EndingShape = .ellipse(.farthestCorner), at: Position = .center)
    }

    /// The direction in which the stops of a linear gradient are listed.
    public enum Direction: Sendable, Hashable {
        /// An angle in degrees, clockwise: 0 is toward the top, 90 toward the right; any finite number.
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
}

extension BlurGradient.Shape {
    /// The shape in its simplest form: an angle above -180°, up to 180°, and no negative zeros.
    ///
    /// - Throws: ``BlurError/Code/invalidField`` if a number is out of range.
    func canonical() throws(BlurError) -> BlurGradient.Shape {
        switch self {
        case .linear(let direction): return .linear(try direction.canonical())
        case .radial(let ending, let center):
            for number in [center.x.number, center.y.number] {
                try FieldLimits.check(number, name: "a coordinate of a gradient's center")
            }
            return .radial(try ending.canonical(), at: center)
        }
    }

    /// The axes along which positions vary.
    var axes: FieldAxes {
        guard case .linear(.degrees(let degrees)) = self else { return FieldAxes(rows: true, columns: true) }
        let (sine, cosine) = ExactAngle.sineAndCosine(degrees: degrees)
        return FieldAxes(rows: cosine != 0, columns: sine != 0)
    }
}

extension BlurGradient.Direction {
    fileprivate func canonical() throws(BlurError) -> BlurGradient.Direction {
        guard case .degrees(let degrees) = self else { return self }
        guard degrees.isFinite else {
            throw BlurError(.invalidField, "the angle of a gradient is \(degrees)°; it must be finite")
        }
        // the remainder is exact
        let remainder = degrees.remainder(dividingBy: 360)
        return remainder == -180 ? .toBottom : .degrees(remainder == 0 ? 0 : remainder)
    }

    /// The unit vector of the direction; y points down.
    func vector(width: Int, height: Int) -> (x: Double, y: Double) {
        switch self {
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
}

extension BlurGradient.EndingShape {
    fileprivate func canonical() throws(BlurError) -> BlurGradient.EndingShape {
        switch self {
        case .circle, .ellipse: return self
        case .circleOfRadius(let radius):
            try Self.check(size: [radius])
            return .circleOfRadius(radius == 0 ? 0 : radius)
        case .ellipseOfRadii(let x, let y):
            try Self.check(size: [x.number, y.number])
            return .ellipseOfRadii(x.canonical, y.canonical)
        }
    }

    private static func check(size: [Double]) throws(BlurError) {
        for number in size {
            try FieldLimits.check(number, name: "a size of a gradient")
            guard number >= 0 else {
                throw BlurError(.invalidField, "a size of a gradient is \(number); it must be 0 or more")
            }
        }
    }

    /// The horizontal and the vertical radius of the shape in pixels.
    func size(around center: (x: Double, y: Double), width: Int, height: Int) -> (x: Double, y: Double) {
        let (w, h) = (Double(width), Double(height))
        switch self {
        case .circleOfRadius(let radius): return (radius, radius)
        case .ellipseOfRadii(let x, let y): return (x.pixels(of: w), y.pixels(of: h))
        case .circle(let extent):
            let (near, far) = Self.distances(from: center, w, h)
            switch extent {
            case .closestSide: return Self.both(min(near.x, near.y))
            case .farthestSide: return Self.both(max(far.x, far.y))
            case .closestCorner: return Self.both((near.x * near.x + near.y * near.y).squareRoot())
            case .farthestCorner: return Self.both((far.x * far.x + far.y * far.y).squareRoot())
            }
        case .ellipse(let extent):
            let (near, far) = Self.distances(from: center, w, h)
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
    private static func distances(
        from center: (x: Double, y: Double), _ w: Double, _ h: Double
    ) -> (near: (x: Double, y: Double), far: (x: Double, y: Double)) {
        let (left, right) = (abs(center.x), abs(w - center.x))
        let (top, bottom) = (abs(center.y), abs(h - center.y))
        return ((min(left, right), min(top, bottom)), (max(left, right), max(top, bottom)))
    }
}
