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

    /// Writes the σ at positions of a row.
    ///
    /// - Parameters:
    ///   - y: the vertical position in samples of the plane; sample 0 is centered on 0.5.
    ///   - x: the first horizontal position.
    ///   - step: the distance between positions.
    ///   - count: the number of positions.
    ///   - sigmas: memory for the results.
    func writeSigmas(y: Double, x: Double, step: Double, count: Int, into sigmas: UnsafeMutablePointer<Float>) {
        let ratio = sampling.horizontalRatio
        let positions = RowPositions(
            first: x * ratio, step: step * ratio, count: count, limit: Double(sampling.imageWidth))
        unsafe field.writeRadii(
            y: min(max(y * sampling.verticalRatio, 0), Double(sampling.imageHeight)), positions,
            width: sampling.imageWidth, height: sampling.imageHeight, into: sigmas)
        let scale = Float(scales.radius)
        for index in 0..<count { unsafe sigmas[index] = min(sigmas[index] * scale, greatestUsefulSigma) }
    }

    /// Returns bounds of the σ of some samples, with slopes per sample, if the field can tell.
    func bounds(columns: Range<Int>, rows: Range<Int>) -> RadiusBounds? {
        func positions(_ range: Range<Int>, _ ratio: Double, _ length: Int) -> ClosedRange<Double> {
            let limit = Double(length)
            return min((Double(range.lowerBound) + 0.5) * ratio, limit)...min((Double(range.upperBound) - 0.5) * ratio, limit)
        }
        let bounds = field.bounds(
            x: positions(columns, sampling.horizontalRatio, sampling.imageWidth),
            y: positions(rows, sampling.verticalRatio, sampling.imageHeight),
            width: sampling.imageWidth, height: sampling.imageHeight)
        let slopeScale = scales.radius * max(sampling.horizontalRatio, sampling.verticalRatio)
        return bounds.map {
            RadiusBounds(
                least: limited($0.least * scales.radius), greatest: limited($0.greatest * scales.radius),
                greatestSlope: $0.greatestSlope * slopeScale)
        }
    }

    private func limited(_ sigma: Double) -> Double { min(sigma, Double(greatestUsefulSigma)) }
}
