/// The standard deviations of a plane's samples, taken from a field of radii.
///
/// All are those of the axis with the larger standard deviation, in samples of the plane.
@safe
struct FieldGeometry {
    let field: any RadiusField
    let sampling: PlaneSampling
    let scales: FieldScales
    let width: Int
    let height: Int
    /// Greater σ than this change nothing.
    private let greatestUsefulSigma: Float

    init(_ field: any RadiusField, _ sampling: PlaneSampling, width: Int, height: Int) {
        (self.field, self.sampling, self.width, self.height) = (field, sampling, width, height)
        scales = FieldScales(sampling)
        greatestUsefulSigma = 1000 * Float(max(width, height))
    }

    /// The greatest σ of any sample.
    var greatestSigma: Double { min(field.maximumRadius * scales.radius, Double(greatestUsefulSigma)) }

    /// Writes the σ at a rectangle of samples of a level.
    ///
    /// - Parameters:
    ///   - rows: the rows of the level; rows and columns may lie a little outside of the image.
    ///   - columns: the columns of the level.
    ///   - levels: the resolution whose samples these are.
    ///   - sigmas: memory for the results, row by row.
    ///   - stride: the distance between rows in `sigmas`, at least the number of columns.
    func writeSigmas(
        ofRows rows: Range<Int>, columns: Range<Int>, _ levels: ResolutionChain.Step,
        into sigmas: UnsafeMutablePointer<Float>, stride: Int
    ) {
        let sampling = PlaneSampling(
            sampling, horizontalScale: 1 << levels.horizontalLevel, verticalScale: 1 << levels.verticalLevel)
        let count = (rows.count - 1) * stride + columns.count
        var results = unsafe MutableSpan<Float>(_unsafeStart: sigmas, count: count)
        field.writeRadii(ofRows: rows, columns: columns, sampling: sampling, to: &results, stride: stride)
        let scale = Float(scales.radius)
        for row in 0..<rows.count {
            for index in row * stride..<row * stride + columns.count {
                unsafe sigmas[index] = min(max(sigmas[index] * scale, 0), greatestUsefulSigma)
            }
        }
    }

    /// Returns bounds of the σ of some samples, with slopes per sample, if the field can tell.
    func bounds(columns: Range<Int>, rows: Range<Int>) -> RadiusBounds? {
        guard let bounds = field.bounds(columns: columns, rows: rows, sampling: sampling) else { return nil }
        let slopeScale = scales.radius * max(sampling.horizontalRatio, sampling.verticalRatio)
        // the engine computes radii in single precision
        let tolerance = 1e-6
        return RadiusBounds(
            least: limited(max(bounds.least, 0) * (1 - tolerance) * scales.radius),
            greatest: limited(bounds.greatest * (1 + tolerance) * scales.radius),
            greatestSlope: bounds.greatestSlope * slopeScale)
    }

    private func limited(_ sigma: Double) -> Double { min(sigma, Double(greatestUsefulSigma)) }
}

extension PlaneSampling {
    /// The sampling of a plane of which each sample stands for several samples of another one.
    fileprivate init(_ finer: PlaneSampling, horizontalScale: Int, verticalScale: Int) {
        (imageWidth, imageHeight, component) = (finer.imageWidth, finer.imageHeight, finer.component)
        horizontalRatio = finer.horizontalRatio * Double(horizontalScale)
        verticalRatio = finer.verticalRatio * Double(verticalScale)
    }
}
