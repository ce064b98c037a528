/// The radii of a progressive blur: a standard deviation for every position of an upright image.
///
/// Engines depend on nothing else about the radii. A field that varies along one axis only also has a
/// ``RadiusProfile``, which engines that blur row by row require.
package protocol RadiusField: Sendable {
    /// The axes along which the radius varies.
    var variation: FieldVariation { get }

    /// The minimum radius in pixels; the radius where alpha is 0. No position has a smaller one.
    var minimumRadius: Double { get }

    /// The maximum radius in pixels: the radius where alpha is 1. No position has a larger radius.
    var maximumRadius: Double { get }

    /// Returns the alpha at a position, which looks follow.
    ///
    /// - Parameters:
    ///   - x: the distance from the image's left edge in pixels; pixel centers lie at 0.5, 1.5, ….
    ///   - y: the distance from the image's top edge in pixels.
    /// - Returns: 0 (least blurred) to 1 (most blurred); 1 where all radii are equal, but not 0.
    func alpha(x: Double, y: Double) -> Double

    /// The radius at a position, in pixels of the image; the parameters are those of ``alpha(x:y:)``.
    func radius(x: Double, y: Double) -> Double

    /// Writes the radii at the centers of a rectangle of samples of a plane, in pixels of the image.
    ///
    /// They are those of ``radius(x:y:)`` but for rounding, and depend neither on the platform nor on which other samples
    /// are written. Many rows at once take less time than each by itself.
    ///
    /// - Parameters:
    ///   - rows: the rows of the plane.
    ///   - columns: the columns of the plane.
    ///   - sampling: how the plane samples the image.
    ///   - radii: receives a radius for each column, row by row.
    ///   - stride: the distance between rows in `radii`, at least the number of columns.
    func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int)

    /// Returns bounds of the radii of some samples of a plane without computing all of them, in pixels of the image.
    ///
    /// - Parameters:
    ///   - columns: a nonempty range of columns of the plane.
    ///   - rows: a nonempty range of rows of the plane.
    ///   - sampling: how the plane samples the image.
    /// - Returns: `nil` if all samples have to be computed.
    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds?

    /// A field with the same alphas at some samples of a plane, which considers only what matters there; the parameters are those of
    /// ``bounds(columns:rows:sampling:)``.
    ///
    /// - Returns: `nil` if the field as it is takes no more time.
    func alphaPart(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> (any RadiusField)?
}

extension RadiusField {
    /// The radius for an alpha, in pixels.
    package func radius(alpha: Double) -> Double { minimumRadius + (maximumRadius - minimumRadius) * alpha }

    package func radius(x: Double, y: Double) -> Double { radius(alpha: alpha(x: x, y: y)) }

    package func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int
    ) {
        for row in rows {
            let y = sampling.y(ofRow: row)
            for (index, column) in columns.enumerated() {
                let radius = radius(x: sampling.x(ofColumn: column), y: y)
                radii[(row - rows.lowerBound) * stride + index] = Float(radius)
            }
        }
    }

    /// Writes the radii of a row; see ``writeRadii(ofRows:columns:sampling:to:stride:)``.
    package func writeRadii(
        ofRow row: Int, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>
    ) {
        writeRadii(ofRows: row..<row + 1, columns: columns, sampling: sampling, to: &radii, stride: columns.count)
    }

    package func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? { nil }

    package func alphaPart(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> (any RadiusField)? { nil }

    /// The alpha for a radius, unless all radii are 0.
    func relativeAlpha(ofRadius radius: Double) -> Double {
        maximumRadius == minimumRadius ? 1 : (radius - minimumRadius) / (maximumRadius - minimumRadius)
    }

    /// Returns the radii of the lines of a plane.
    ///
    /// - Parameters:
    ///   - lineCount: the number of rows of the plane, or of columns if the field varies between columns.
    ///   - sampling: how the plane samples the image.
    /// - Returns: `nil` if the radius varies from pixel to pixel.
    /// - Complexity: O(`lineCount`).
    package func profile(lineCount: Int, sampling: PlaneSampling) -> RadiusProfile? {
        if variation == .betweenPixels { return nil }
        let (x, y) = (Double(sampling.imageWidth) / 2, Double(sampling.imageHeight) / 2)
        let isVertical = variation == .betweenRows
        let radii = (0..<lineCount).map { line in
            isVertical ? radius(x: x, y: sampling.y(ofRow: line)) : radius(x: sampling.x(ofColumn: line), y: y)
        }
        let (horizontal, vertical) = (1 / sampling.horizontalRatio, 1 / sampling.verticalRatio)
        return isVertical
            ? RadiusProfile(radii: radii, acrossScale: vertical, alongScale: horizontal)
            : RadiusProfile(radii: radii, acrossScale: horizontal, alongScale: vertical)
    }
}

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
