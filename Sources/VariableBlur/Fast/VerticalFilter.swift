/// Finds the rows of a level, and their weights, for every row of the result.
///
/// At level 0 the Gaussian is sampled as the definition has it. Above, it is sampled at the level's rows, with the variance
/// that the filters in front of the level have added taken off, and centred on the true place of the row.
final class VerticalFilter {
    private let axis: AxisLevels
    private let edges: EdgeMode
    private let ones: [ReducedOnes]
    private var exact: [Double] = []

    init(_ axis: AxisLevels, edges: EdgeMode, levels: Int) {
        self.axis = axis
        self.edges = edges
        ones = (0...levels).map { ReducedOnes(axis, $0) }
    }

    /// Writes the taps of a row of the result.
    func find(_ taps: inout RowTaps, row: Int, sigma: Double, level: Int) {
        let sigma = level == 0 ? sigma : min(sigma, axis.widestSigma(edges))
        let variance = sigma * sigma / Double(1 << (2 * level)) - AxisLevels.prefilterVariance(level)
        let gaussian = SampledGaussian(
            centre: AxisLevels.place(Double(row), level), sigma: variance.squareRoot(), level: level)
        let support = gaussian.support
        if ones[level].middle.contains(support) {
            append(gaussian, support, to: &taps)
        } else if level == 0 {
            findFineNearEdge(&taps, row: row, sigma: sigma)
        } else {
            findCoarseNearEdge(&taps, gaussian, row: row, sigma: sigma, level: level)
        }
    }

    /// Where all of the Gaussian lies inside the image.
    private func append(_ gaussian: SampledGaussian, _ support: Range<Int>, to taps: inout RowTaps) {
        gaussian.write(support, into: &exact)
        let scale = 1 / exact.reduce(0, +)
        taps.removeAll(first: support.lowerBound)
        for weight in exact { taps.append(weight * scale) }
    }

    private func findFineNearEdge(_ taps: inout RowTaps, row: Int, sigma: Double) {
        let line = GaussianLine(
            sigma: sigma, count: axis.count, edges: edges, reach: KernelCut.reach(sigma: sigma, level: 0))
        taps.removeAll(first: line.weights(at: row, into: &exact))
        // a cut kernel is brought back to its sum, which is 1 wherever nothing fades
        let isWhole = edges != .transparent || line.interior.contains(row)
        let scale = isWhole ? 1 / exact.reduce(0, +) : 1
        for weight in exact { taps.append(weight * scale) }
    }

    private func findCoarseNearEdge(
        _ taps: inout RowTaps, _ gaussian: SampledGaussian, row: Int, sigma: Double, level: Int
    ) {
        let all = -ReducedOnes.spread..<axis.length(level) + ReducedOnes.spread
        var rows = gaussian.support.clamped(to: all)
        if edges.period(axis.count) == nil {
            gaussian.write(rows, into: &exact)
        } else {
            rows = addImages(of: row, gaussian, sigma, level, all)
        }
        taps.removeAll(first: rows.lowerBound)
        let sum = exact.reduce(0, +)
        let (missingAbove, missingBelow) = missing(rows, ones[level])
        guard edges == .clamp || edges == .transparent else {
            let scale = 1 / (sum - missingAbove - missingBelow)
            for weight in exact { taps.append(weight * scale) }
            return
        }
        let (above, below) = (gaussian.mass(below: all.lowerBound), gaussian.mass(from: all.upperBound))
        let scale = 1 / (above + sum + below)
        for weight in exact { taps.append(weight * scale) }
        if edges == .clamp {
            taps.setEdges(top: (above + missingAbove) * scale, bottom: (below + missingBelow) * scale)
        }
    }

    /// The weight that some rows lack for what lies above the image, and for what lies below it.
    private func missing(_ rows: Range<Int>, _ ones: ReducedOnes) -> (Double, Double) {
        var (above, below) = (0.0, 0.0)
        for place in rows.clamped(to: rows.lowerBound..<max(rows.lowerBound, ones.middle.lowerBound)) {
            above += exact[place - rows.lowerBound] * ones.missingBefore(place)
        }
        for place in rows.clamped(to: min(rows.upperBound, ones.middle.upperBound)..<rows.upperBound) {
            below += exact[place - rows.lowerBound] * ones.missingBehind(place)
        }
        return (above, below)
    }

    /// Finds the rows of a level that a Gaussian and its images reach, and their sums there.
    private func addImages(
        of row: Int, _ gaussian: SampledGaussian, _ sigma: Double, _ level: Int, _ all: Range<Int>
    ) -> Range<Int> {
        let gaussians = images(of: row, reach: KernelCut.coarse * sigma).map {
            SampledGaussian(centre: AxisLevels.place(Double($0), level), sigma: gaussian.sigma, level: level)
        }
        let supports = gaussians.map { $0.support.clamped(to: all) }
        let used = supports.filter { !$0.isEmpty }
        let rows = (used.map(\.lowerBound).min() ?? 0)..<(used.map(\.upperBound).max() ?? 0)
        exact.removeAll(keepingCapacity: true)
        exact.append(contentsOf: repeatElement(0, count: rows.count))
        for (gaussian, support) in zip(gaussians, supports) {
            for place in support { exact[place - rows.lowerBound] += gaussian[place] }
        }
        return rows
    }

    /// The row, and the places outside the image that show the same as it.
    private func images(of row: Int, reach: Double) -> [Int] {
        let count = axis.count
        let repeats = Int(reach) / count + 1
        switch edges {
        case .normalize, .clamp, .transparent: return [row]
        case .wrap: return (-repeats...repeats).map { row + $0 * count }
        case .mirror:
            let turns = (-repeats...repeats).map { 2 * $0 * count }
            return turns.map { $0 + row } + turns.map { $0 - 1 - row }
        }
    }
}

extension Range<Int> {
    /// Whether a range that is not empty lies inside this one.
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound && !other.isEmpty
    }
}
