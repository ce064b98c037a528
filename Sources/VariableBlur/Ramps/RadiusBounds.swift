/// Bounds of the radii in a rectangle.
package struct RadiusBounds: Sendable {
    /// A lower bound of the radii, in pixels.
    package let least: Double
    /// An upper bound of the radii, in pixels.
    package let greatest: Double
    /// An upper bound of the change of the radius over a pixel of the image, along either axis.
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
