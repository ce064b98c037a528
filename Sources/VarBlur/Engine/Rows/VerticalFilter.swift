/// Computes the vertical taps of every row of the result: the rows of a level and their weights.
///
/// At level 0 the Gaussian is sampled as in the definition. Above, it is sampled at the rows of the level, centered on the
/// exact position of the result's row, and its variance is reduced by that of the decimation filters.
@safe
struct VerticalFilter {
    private let axis: AxisLevels
    private let edges: EdgeMode
    private let responses: [NormalizationResponse]
    /// The rows of each level that the image's edges do not affect.
    private let interiors: UnsafeMutablePointer<Interior>
    /// The unrounded weights of the current row.
    private let exact: UnsafeMutablePointer<Double>
    private var folded: [Double] = []

    init(_ axis: AxisLevels, edges: EdgeMode, levels: Int, arena: Arena) throws(BlurError) {
        self.axis = axis
        self.edges = edges
        responses = (0...levels).map { NormalizationResponse(axis, $0) }
        unsafe interiors = try arena.allocate(levels + 1, of: Interior.self)
        for level in 0...levels { unsafe interiors[level] = Interior(responses[level].interior) }
        unsafe exact = try arena.allocate(Self.greatestTapCount(axis, edges), of: Double.self)
    }

    /// A range of rows as a plain value.
    private struct Interior {
        let start: Int
        let end: Int

        init(_ range: Range<Int>) { (start, end) = (range.lowerBound, range.upperBound) }

        /// Whether a range is nonempty and lies inside.
        func contains(_ rows: Range<Int>) -> Bool {
            start <= rows.lowerBound && rows.upperBound <= end && !rows.isEmpty
        }
    }

    /// The maximum number of taps of a row.
    ///
    /// At level changes a kernel has about two dozen taps. The coarsest level has fewer than 32 rows and a few beyond its ends.
    /// With wrapped edges, rows near the ends use all rows of the level.
    static func greatestTapCount(_ axis: AxisLevels, _ edges: EdgeMode) -> Int { edges == .wrap ? axis.count + 64 : 64 }

    /// Computes the taps of a row for a σ in pixels at a level.
    mutating func computeTaps(_ taps: inout VerticalTaps, row: Int, sigma: Double, level: Int) {
        let sigma = level == 0 ? sigma : min(sigma, axis.widestSigma(edges))
        let variance = sigma * sigma * AxisLevels.scale(2 * level) - AxisLevels.decimationVariance(level)
        let residual = variance.squareRoot()
        let gaussian = SampledGaussian(
            center: AxisLevels.position(Double(row), level), sigma: residual,
            cutoff: axis.truncation.distance(sigma: residual, level: level))
        let support = gaussian.support
        if unsafe interiors[level].contains(support) {
            computeInteriorTaps(&taps, gaussian, support)
        } else if level == 0 {
            computeFineTapsNearEdge(&taps, row: row, sigma: sigma)
        } else {
            computeCoarseTapsNearEdge(&taps, gaussian, row: row, sigma: sigma, level: level)
        }
    }

    /// Computes the taps of a row whose Gaussian lies inside the image.
    private func computeInteriorTaps(_ taps: inout VerticalTaps, _ gaussian: SampledGaussian, _ support: Range<Int>) {
        let scale = unsafe 1 / gaussian.writeShape(support, into: exact)
        taps.removeAll(first: support.lowerBound)
        unsafe taps.append(exact, count: support.count, scale: scale)
    }

    private mutating func computeFineTapsNearEdge(_ taps: inout VerticalTaps, row: Int, sigma: Double) {
        let line = GaussianLine(
            sigma: sigma, count: axis.count, edges: edges, cutoff: axis.truncation.distance(sigma: sigma, level: 0))
        taps.removeAll(first: line.weights(at: row, into: &folded))
        // renormalize the truncated kernel; its weights sum to 1 except near transparent edges
        let isNormalized = edges != .transparent || line.interior.contains(row)
        let scale = isNormalized ? 1 / folded.reduce(0, +) : 1
        unsafe folded.withUnsafeBufferPointer { weights in
            if let first = weights.baseAddress { unsafe taps.append(first, count: weights.count, scale: scale) }
        }
    }

    private func computeCoarseTapsNearEdge(
        _ taps: inout VerticalTaps, _ gaussian: SampledGaussian, row: Int, sigma: Double, level: Int
    ) {
        let all = axis.firstRow(level)..<axis.lastRow(level) + 1
        var rows = gaussian.support.clamped(to: all)
        if edges.isPeriodic {
            rows = sumPeriodic(row, gaussian, sigma, level, all)
        } else {
            unsafe gaussian.write(rows, into: exact)
        }
        taps.removeAll(first: rows.lowerBound)
        var sum = 0.0
        for index in 0..<rows.count { unsafe sum += exact[index] }
        let (deficitAbove, deficitBelow) = deficits(rows, responses[level])
        guard edges == .clamp || edges == .transparent else {
            // the weights inside the image must sum to 1
            return unsafe taps.append(exact, count: rows.count, scale: 1 / (sum - deficitAbove - deficitBelow))
        }
        // the whole Gaussian must sum to 1, with its rows before the first stored row and after the last
        let (massAbove, massBelow) = (gaussian.mass(below: all.lowerBound), gaussian.mass(from: all.upperBound))
        let scale = 1 / (massAbove + sum + massBelow)
        unsafe taps.append(exact, count: rows.count, scale: scale)
        if edges == .clamp {
            // the edge rows receive all of the weight outside the image
            taps.setEdges(top: (massAbove + deficitAbove) * scale, bottom: (massBelow + deficitBelow) * scale)
        }
    }

    /// The weight of some rows that falls outside the image, above and below it.
    private func deficits(_ rows: Range<Int>, _ response: NormalizationResponse) -> (Double, Double) {
        var (above, below) = (0.0, 0.0)
        for index in rows.clamped(to: rows.lowerBound..<max(rows.lowerBound, response.interior.lowerBound)) {
            unsafe above += exact[index - rows.lowerBound] * response.deficitBefore(index)
        }
        for index in rows.clamped(to: min(rows.upperBound, response.interior.upperBound)..<rows.upperBound) {
            unsafe below += exact[index - rows.lowerBound] * response.deficitAfter(index)
        }
        return (above, below)
    }

    /// Sums the Gaussian and its periodic images, and returns the rows of the level that they reach.
    private func sumPeriodic(
        _ row: Int, _ gaussian: SampledGaussian, _ sigma: Double, _ level: Int, _ all: Range<Int>
    ) -> Range<Int> {
        let gaussians = images(of: row, cutoff: Truncation.coarseFactor * sigma).map {
            SampledGaussian(
                center: AxisLevels.position(Double($0), level), sigma: gaussian.sigma,
                cutoff: axis.truncation.distance(sigma: gaussian.sigma, level: level))
        }
        let supports = gaussians.map { $0.support.clamped(to: all) }
        let rows = supports.filter { !$0.isEmpty }.hullOfAll
        unsafe exact.update(repeating: 0, count: rows.count)
        for (gaussian, support) in zip(gaussians, supports) {
            for index in support { unsafe exact[index - rows.lowerBound] += gaussian[index] }
        }
        return rows
    }

    /// The row and the positions outside the image that repeat or mirror it.
    private func images(of row: Int, cutoff: Double) -> [Int] {
        let count = axis.count
        let repeats = Int(cutoff) / count + 1
        switch edges {
        case .normalize, .clamp, .transparent: return [row]
        case .wrap: return (-repeats...repeats).map { row + $0 * count }
        case .mirror:
            let turns = (-repeats...repeats).map { 2 * $0 * count }
            return turns.map { $0 + row } + turns.map { $0 - 1 - row }
        }
    }
}
