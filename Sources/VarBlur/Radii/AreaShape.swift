extension BlurArea {
    /// A shape on an image, like the basic shapes of CSS.
    ///
    /// Horizontal lengths in percent refer to the width of the image, vertical ones to its height. Shapes may extend beyond the image.
    ///
    /// Source: CSS Shapes Module Level 1, section 3.
    public enum Shape: Sendable, Hashable {
        /// A rectangle by the distances of its top left corner from the edges of the image, and its size, at least 0.
        case xywh(x: BlurLength, y: BlurLength, width: BlurLength, height: BlurLength, corners: Corners = .square)
        /// A rectangle by the distances of its sides from the edges of the image, each inward.
        case inset(
            top: BlurLength, right: BlurLength, bottom: BlurLength, left: BlurLength, corners: Corners = .square)
        /// A rectangle by the distances of its sides from the top and the left edge of the image.
        case rect(
            top: BlurLength, right: BlurLength, bottom: BlurLength, left: BlurLength, corners: Corners = .square)
        /// A circle; a radius in percent refers to √((width² + height²) / 2).
        case circle(Extent = .closestSide, at: BlurGradient.Position = .center)
        /// An ellipse with a horizontal and a vertical radius.
        case ellipse(Extent = .closestSide, Extent = .closestSide, at: BlurGradient.Position = .center)
        /// A polygon with at least three corners, which is closed.
        case polygon([BlurGradient.Position], FillRule = .nonzero)
    }

    /// The radius of a circle, or one of the radii of an ellipse.
    public enum Extent: Sendable, Hashable {
        /// A length, at least 0.
        case length(BlurLength)
        /// To the closest side of the image; for an ellipse, of the two sides on the axis.
        case closestSide
        /// To the farthest side of the image; for an ellipse, of the two sides on the axis.
        case farthestSide
    }

    /// Which parts of a polygon whose sides cross each other belong to it.
    public enum FillRule: String, CaseIterable, Sendable, Hashable {
        /// Those that the sides wind around.
        case nonzero
        /// Those that an odd number of sides separates from the outside.
        case evenodd
    }

    /// The radii of the rounded corners of a rectangle.
    ///
    /// If those of two corners exceed a side, all are reduced by the same factor.
    public struct Corners: Sendable, Hashable {
        /// The horizontal and the vertical radius of a corner, at least 0; percentages refer to the sides of the rectangle.
        public struct Radius: Sendable, Hashable {
            /// The horizontal radius.
            public let x: BlurLength
            /// The vertical radius.
            public let y: BlurLength

            /// Creates a pair of radii.
            public init(x: BlurLength, y: BlurLength) { (self.x, self.y) = (x.canonical, y.canonical) }
        }

        /// The top left corner.
        public var topLeft: Radius
        /// The top right corner.
        public var topRight: Radius
        /// The bottom right corner.
        public var bottomRight: Radius
        /// The bottom left corner.
        public var bottomLeft: Radius

        /// No rounded corners.
        public static let square = Corners(.zero)

        /// Creates four corners of the same radius.
        public init(_ radius: BlurLength) {
            let radius = Radius(x: radius, y: radius)
            (topLeft, topRight, bottomRight, bottomLeft) = (radius, radius, radius, radius)
        }

        /// The corners, clockwise from the top left.
        var clockwise: [Radius] { [topLeft, topRight, bottomRight, bottomLeft] }
    }
}

extension BlurArea.Shape {
    /// The lengths that place the shape, and give its size.
    package var lengths: [BlurLength] {
        switch self {
        case .xywh(let x, let y, let width, let height, let corners): [x, y, width, height] + corners.lengths
        case .inset(let top, let right, let bottom, let left, let corners),
            .rect(let top, let right, let bottom, let left, let corners):
            [top, right, bottom, left] + corners.lengths
        case .circle(let radius, let center): radius.lengths + [center.x, center.y]
        case .ellipse(let x, let y, let center): x.lengths + y.lengths + [center.x, center.y]
        case .polygon(let points, _): points.flatMap { [$0.x, $0.y] }
        }
    }

    /// The shape in its simplest form, without percentages of zero.
    ///
    /// - Throws: ``BlurError/Code/invalidField`` if a number is out of range.
    package func canonical() throws(BlurError) -> BlurArea.Shape {
        switch self {
        case .xywh(let x, let y, let width, let height, let corners):
            try Self.check([x, y] + corners.lengths)
            try Self.check([width, height] + corners.lengths, isSize: true)
            return .xywh(
                x: x.canonical, y: y.canonical, width: width.canonical, height: height.canonical, corners: corners)
        case .inset(let top, let right, let bottom, let left, let corners):
            try Self.check([top, right, bottom, left])
            try Self.check(corners.lengths, isSize: true)
            return .inset(
                top: top.canonical, right: right.canonical, bottom: bottom.canonical, left: left.canonical,
                corners: corners)
        case .rect(let top, let right, let bottom, let left, let corners):
            try Self.check([top, right, bottom, left])
            try Self.check(corners.lengths, isSize: true)
            return .rect(
                top: top.canonical, right: right.canonical, bottom: bottom.canonical, left: left.canonical,
                corners: corners)
        case .circle(let radius, let center):
            try Self.check([center.x, center.y])
            return .circle(try radius.canonical(), at: center)
        case .ellipse(let x, let y, let center):
            try Self.check([center.x, center.y])
            return .ellipse(try x.canonical(), try y.canonical(), at: center)
        case .polygon(let points, _):
            guard points.count >= 3 else {
                throw BlurError(.invalidField, "a polygon has \(points.count) corners; it needs at least three")
            }
            for point in points { try Self.check([point.x, point.y]) }
            return self
        }
    }

    fileprivate static func check(_ lengths: [BlurLength], isSize: Bool = false) throws(BlurError) {
        for length in lengths {
            try FieldLimits.check(length.number, name: "a length of an area")
            guard !isSize || length.number >= 0 else {
                throw BlurError(.invalidField, "a size of an area is \(length); it must be 0 or more")
            }
        }
    }
}

extension BlurArea.Corners {
    fileprivate var lengths: [BlurLength] { clockwise.flatMap { [$0.x, $0.y] } }
}

extension BlurArea.Extent {
    fileprivate var lengths: [BlurLength] { if case .length(let length) = self { [length] } else { [] } }

    fileprivate func canonical() throws(BlurError) -> BlurArea.Extent {
        guard case .length(let length) = self else { return self }
        try BlurArea.Shape.check([length], isSize: true)
        return .length(length.canonical)
    }
}
