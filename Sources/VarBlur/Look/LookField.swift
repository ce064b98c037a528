/// A field of radii for a blur with a look: wherever alpha is above 0, the radius is large enough for the engines to write the pixel.
///
/// The least such radius changes no 8-bit value, and no 16-bit value by more than 1.
struct LookField: RadiusField {
    let base: any RadiusField
    /// The least radius where alpha is above 0, in pixels of the image.
    let leastRadius: Double

    /// The σ of the least radius, in samples of a plane.
    private static let leastSigma = LineSigmas.greatestUnblurred * 1.001

    init(_ base: any RadiusField, _ sampling: PlaneSampling) {
        self.base = base
        leastRadius = Self.leastSigma * min(sampling.horizontalRatio, sampling.verticalRatio)
    }

    var variation: FieldVariation { base.variation }
    var minimumRadius: Double { base.minimumRadius }
    var maximumRadius: Double { max(base.maximumRadius, leastRadius) }

    func alpha(x: Double, y: Double) -> Double { base.alpha(x: x, y: y) }

    func radius(x: Double, y: Double) -> Double {
        let radius = base.radius(x: x, y: y)
        guard radius < leastRadius else { return radius }
        return base.alpha(x: x, y: y) > 0 ? leastRadius : radius
    }

    func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int
    ) {
        if base.maximumRadius == 0 {
            for row in 0..<rows.count {
                for index in row * stride..<row * stride + columns.count { radii[index] = 0 }
            }
        } else {
            base.writeRadii(ofRows: rows, columns: columns, sampling: sampling, to: &radii, stride: stride)
        }
        let least = Float(leastRadius)
        let lowest = base.maximumRadius > base.minimumRadius ? Float(base.minimumRadius) : nil
        guard let lowest else {
            return base.visitAlphas(ofRows: rows, columns: columns, sampling: sampling) { row, column, alpha in
                let index = (row - rows.lowerBound) * stride + column - columns.lowerBound
                if alpha > 0 && radii[index] < least { radii[index] = least }
            }
        }
        for row in 0..<rows.count {
            for index in row * stride..<row * stride + columns.count
            where radii[index] < least && radii[index] > lowest {
                radii[index] = least
            }
        }
    }

    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        guard base.maximumRadius > base.minimumRadius,
            let bounds = base.bounds(columns: columns, rows: rows, sampling: sampling)
        else { return nil }
        let isLowest = bounds.greatest <= base.minimumRadius
        return RadiusBounds(
            least: bounds.least, greatest: isLowest ? bounds.greatest : max(bounds.greatest, leastRadius),
            greatestSlope: bounds.greatestSlope)
    }
}
