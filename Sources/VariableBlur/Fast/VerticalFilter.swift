/// Finds the rows of a level, and their weights, for every row of the result.
///
/// At level 0 the Gaussian is sampled as the definition has it. Above, it is sampled at the level's rows, with the variance
/// that the filters in front of the level have added taken off, and centred on the true place of the row.
struct VerticalFilter {
    private let axis: AxisLevels
    private let edges: EdgeMode
    private let ones: [ReducedOnes]

    /// How many standard deviations wide a kernel is on each side: at level 0, and above.
    static let (fineCut, coarseCut) = (3.4, 3.7)

    init(_ axis: AxisLevels, edges: EdgeMode, levels: Int) {
        self.axis = axis
        self.edges = edges
        ones = (0...levels).map { ReducedOnes(axis, $0) }
    }

    /// Writes the taps of a row of the result.
    func find(_ taps: inout RowTaps, row: Int, sigma: Double, level: Int) {
        taps.removeAll()
        if level == 0 {
            findFine(&taps, row: row, sigma: sigma)
        } else {
            findCoarse(&taps, row: row, sigma: sigma, level: level)
        }
    }

    private func findFine(_ taps: inout RowTaps, row: Int, sigma: Double) {
        let cut = sigma < 3 ? Self.fineCut : 6
        let line = GaussianLine(sigma: sigma, count: axis.count, edges: edges, cut: cut)
        var weights: [Double] = []
        let first = line.weights(at: row, into: &weights)
        // a cut kernel is brought back to its sum, which is 1 wherever nothing fades
        let isWhole = edges != .transparent || line.interior.contains(row)
        let scale = isWhole ? 1 / weights.reduce(0, +) : 1
        for (offset, weight) in weights.enumerated() where weight != 0 { taps.append(first + offset, weight * scale) }
    }

    private func findCoarse(_ taps: inout RowTaps, row: Int, sigma: Double, level: Int) {
        let sigma = min(sigma, axis.widestSigma(edges))
        let coarse = sigma / Double(1 << level)
        let residual = (coarse * coarse - AxisLevels.prefilterVariance(level)).squareRoot()
        let all = -ReducedOnes.spread..<axis.length(level) + ReducedOnes.spread
        let (rows, weights) = weights(of: row, sigma, residual, level, all)
        var inside = 0.0
        for (place, weight) in zip(rows, weights) { inside += weight * ones[level][place] }
        guard edges == .clamp || edges == .transparent else {
            return append(rows, weights, scale: 1 / inside, to: &taps)
        }
        let gaussian = SampledGaussian(
            centre: AxisLevels.place(Double(row), level), sigma: residual, cut: Self.coarseCut)
        let (above, below) = (gaussian.mass(below: all.lowerBound), gaussian.mass(from: all.upperBound))
        let total = above + weights.reduce(0, +) + below
        append(rows, weights, scale: 1 / total, to: &taps)
        guard edges == .clamp else { return }
        var (top, bottom) = (above, below)
        for (place, weight) in zip(rows, weights) {
            top += weight * ones[level].missingBefore(place)
            bottom += weight * ones[level].missingBehind(place)
        }
        taps.append(RowTaps.topEdge, top / total)
        taps.append(RowTaps.bottomEdge, bottom / total)
    }

    private func append(_ rows: Range<Int>, _ weights: [Double], scale: Double, to taps: inout RowTaps) {
        for (place, weight) in zip(rows, weights) { taps.append(place, weight * scale) }
    }

    /// The rows of a level that a Gaussian reaches, and its values there, with those of the row's images.
    private func weights(
        of row: Int, _ sigma: Double, _ residual: Double, _ level: Int, _ all: Range<Int>
    ) -> (Range<Int>, [Double]) {
        let gaussians = images(of: row, reach: Self.coarseCut * sigma).map {
            SampledGaussian(centre: AxisLevels.place(Double($0), level), sigma: residual, cut: Self.coarseCut)
        }
        let supports = gaussians.map { $0.support(in: all) }
        let used = supports.filter { !$0.isEmpty }
        let rows = (used.map(\.lowerBound).min() ?? 0)..<(used.map(\.upperBound).max() ?? 0)
        var weights = [Double](repeating: 0, count: rows.count)
        for (gaussian, support) in zip(gaussians, supports) {
            for place in support { weights[place - rows.lowerBound] += gaussian[place] }
        }
        return (rows, weights)
    }

    /// The row, and the places outside the image that show the same as it.
    private func images(of row: Int, reach: Double) -> [Int] {
        let count = axis.count
        // only one that is near enough to an end has images within reach
        let isApart = Double(row) > reach && Double(count - 1 - row) > reach
        let repeats = isApart ? 0 : Int(reach) / count + 1
        switch edges {
        case _ where isApart: return [row]
        case .normalize, .clamp, .transparent: return [row]
        case .wrap: return (-repeats...repeats).map { row + $0 * count }
        case .mirror:
            let turns = (-repeats...repeats).map { 2 * $0 * count }
            return turns.map { $0 + row } + turns.map { $0 - 1 - row }
        }
    }
}
