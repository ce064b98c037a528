/// The radii of the lines of any field that varies along one axis, computed once for each line.
struct SampledRadiusProfile: RadiusProfile {
    /// The radius of each line, in pixels of the image.
    private let radii: [Double]
    /// Factors from pixels of the image to samples of the plane, across and along the lines.
    private let acrossScale: Double
    private let alongScale: Double

    /// Samples a field at the centers of the lines of a plane.
    ///
    /// - Complexity: O(`lineCount`).
    init(_ field: any RadiusField, lineCount: Int, sampling: PlaneSampling) {
        let (width, height) = (sampling.imageWidth, sampling.imageHeight)
        let (x, y) = (Double(width) / 2, Double(height) / 2)
        let isVertical = field.variation == .betweenRows
        radii = (0..<lineCount).map { line in
            isVertical
                ? field.radius(x: x, y: sampling.y(ofRow: line), width: width, height: height)
                : field.radius(x: sampling.x(ofColumn: line), y: y, width: width, height: height)
        }
        let (horizontal, vertical) = (1 / sampling.horizontalRatio, 1 / sampling.verticalRatio)
        (acrossScale, alongScale) = isVertical ? (vertical, horizontal) : (horizontal, vertical)
    }

    var lineCount: Int { radii.count }

    func sigmas(ofLine line: Int) -> LineSigmas {
        LineSigmas(radius: radii[line], acrossScale: acrossScale, alongScale: alongScale)
    }
}
