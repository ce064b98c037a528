/// The radii of a field where a matte leaves something to blur, and 0 where it covers pixels wholly.
struct UncoveredField: RadiusField {
    let base: any RadiusField
    let matte: PlacedMatte

    var variation: FieldVariation { .betweenPixels }
    var minimumRadius: Double { 0 }
    var maximumRadius: Double { base.maximumRadius }

    func alpha(x: Double, y: Double) -> Double { relativeAlpha(ofRadius: radius(x: x, y: y)) }

    func radius(x: Double, y: Double) -> Double {
        matte.coverage(x: x, y: y) >= 1 ? 0 : base.radius(x: x, y: y)
    }

    func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int
    ) {
        base.writeRadii(ofRows: rows, columns: columns, sampling: sampling, to: &radii, stride: stride)
        if rows.isEmpty || columns.isEmpty || matte.bounds(columns: columns, rows: rows, sampling).isUncovered {
            return
        }
        var coverage = [Float](repeating: 0, count: rows.count * columns.count)
        var span = coverage.mutableSpan
        matte.writeCoverage(ofRows: rows, columns: columns, sampling, to: &span)
        for row in 0..<rows.count {
            for index in 0..<columns.count where coverage[row * columns.count + index] >= 1 {
                radii[row * stride + index] = 0
            }
        }
    }

    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        let coverage = matte.bounds(columns: columns, rows: rows, sampling)
        if coverage.isCovered { return RadiusBounds(least: 0, greatest: 0, greatestSlope: 0) }
        guard let bounds = base.bounds(columns: columns, rows: rows, sampling: sampling) else { return nil }
        return coverage.isUncovered
            ? bounds : RadiusBounds(least: 0, greatest: bounds.greatest, greatestSlope: .infinity)
    }
}
