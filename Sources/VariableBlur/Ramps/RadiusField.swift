/// The axes along which a field of radii varies.
package enum FieldVariation: Sendable, Hashable {
    /// From row to row; all pixels of a row share one value.
    case betweenRows
    /// From column to column; all pixels of a column share one value.
    case betweenColumns
    /// From pixel to pixel.
    case betweenPixels
}

/// A mask: the alpha at every position of an upright image.
package protocol AlphaField: Sendable {
    /// The axes along which the alpha varies.
    var variation: FieldVariation { get }

    /// Returns the alpha at a position.
    ///
    /// - Parameters:
    ///   - x: the distance from the image's left edge in pixels; pixel centers lie at 0.5, 1.5, ….
    ///   - y: the distance from the image's top edge in pixels.
    ///   - width: the width of the image in pixels, at least 1.
    ///   - height: the height of the image in pixels, at least 1.
    /// - Returns: 0 (least blurred) to 1 (most blurred).
    func alpha(x: Double, y: Double, width: Int, height: Int) -> Double
}

/// The radii of a progressive blur: a standard deviation for every position of an upright image.
///
/// Engines depend on nothing else about the radii. A field that varies along one axis only also has a
/// ``RadiusProfile``, which engines that blur row by row require.
package protocol RadiusField: AlphaField {
    /// The least radius in pixels; the radius where alpha is 0.
    var minimumRadius: Double { get }

    /// The greatest radius in pixels; the radius where alpha is 1.
    var maximumRadius: Double { get }

    /// The radius at a position, in pixels of the image; the parameters are those of ``AlphaField/alpha(x:y:width:height:)``.
    func radius(x: Double, y: Double, width: Int, height: Int) -> Double

    /// Writes the radii at positions of a row, in pixels of the image.
    ///
    /// - Parameters:
    ///   - y: the distance of the row from the image's top edge in pixels.
    ///   - positions: the distances from the image's left edge.
    ///   - width: the width of the image in pixels, at least 1.
    ///   - height: the height of the image in pixels, at least 1.
    ///   - radii: memory for `positions.count` radii.
    func writeRadii(y: Double, _ positions: RowPositions, width: Int, height: Int, into radii: UnsafeMutablePointer<Float>)

    /// Returns bounds of the radii in a rectangle without computing all of them, or `nil` if that is not possible.
    ///
    /// - Parameters:
    ///   - x: the distances of the left and the right side from the image's left edge in pixels.
    ///   - y: the distances of the upper and the lower side from the image's top edge in pixels.
    ///   - width: the width of the image in pixels, at least 1.
    ///   - height: the height of the image in pixels, at least 1.
    func bounds(x: ClosedRange<Double>, y: ClosedRange<Double>, width: Int, height: Int) -> RadiusBounds?

    /// Returns the radii of the lines of a plane.
    ///
    /// - Parameters:
    ///   - lineCount: the number of rows of the plane, or of columns if the field varies between columns.
    ///   - sampling: how the plane samples the image.
    /// - Returns: `nil` if the radius varies from pixel to pixel.
    func profile(lineCount: Int, sampling: PlaneSampling) -> (any RadiusProfile)?
}

extension RadiusField {
    /// The radius that an alpha stands for, in pixels.
    package func radius(alpha: Double) -> Double { minimumRadius + (maximumRadius - minimumRadius) * alpha }

    package func radius(x: Double, y: Double, width: Int, height: Int) -> Double {
        radius(alpha: alpha(x: x, y: y, width: width, height: height))
    }

    package func writeRadii(
        y: Double, _ positions: RowPositions, width: Int, height: Int, into radii: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<positions.count {
            unsafe radii[index] = Float(radius(x: positions[index], y: y, width: width, height: height))
        }
    }

    package func bounds(x: ClosedRange<Double>, y: ClosedRange<Double>, width: Int, height: Int) -> RadiusBounds? { nil }
}
