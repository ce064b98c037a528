/// Equally spaced positions on a row, limited to the image.
package struct RowPositions {
    private let first: Double
    private let step: Double
    private let limit: Double
    /// The number of positions.
    package let count: Int

    /// Positions `first`, `first + step`, …, each limited to 0...`limit`.
    package init(first: Double, step: Double, count: Int, limit: Double) {
        (self.first, self.step, self.count, self.limit) = (first, step, count, limit)
    }

    /// A position: the distance from the image's left edge in pixels.
    package subscript(index: Int) -> Double { min(max(first + Double(index) * step, 0), limit) }
}

/// Bounds of the radii in a rectangle.
package struct RadiusBounds: Sendable {
    /// A lower bound of the radii, in pixels.
    package let least: Double
    /// An upper bound of the radii, in pixels.
    package let greatest: Double
    /// An upper bound of the change of the radius from one pixel to the next.
    package let greatestSlope: Double

    package init(least: Double, greatest: Double, greatestSlope: Double) {
        (self.least, self.greatest, self.greatestSlope) = (least, greatest, greatestSlope)
    }

    /// Bounds of two rectangles together.
    package func union(_ other: RadiusBounds) -> RadiusBounds {
        RadiusBounds(
            least: min(least, other.least), greatest: max(greatest, other.greatest),
            greatestSlope: max(greatestSlope, other.greatestSlope))
    }
}
