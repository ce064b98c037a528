/// Finds the rows of a level, and their weights, for every row of the result.
///
/// At level 0 the Gaussian is sampled as the definition has it. Above, it is sampled at the level's rows, with the variance
/// that the filters in front of the level have added taken off, and centered on the true place of the row.
@safe
struct VerticalFilter {
    private let axis: AxisLevels
    private let edges: EdgeMode
    private let ones: [ReducedOnes]
    /// Of each level the rows that lack nothing.
    private let middles: UnsafeMutablePointer<Middle>
    /// The exact weights of the row in hand.
    private let exact: UnsafeMutablePointer<Double>
    private var folded: [Double] = []

    init(_ axis: AxisLevels, edges: EdgeMode, levels: Int, arena: Arena) throws(BlurError) {
        self.axis = axis
        self.edges = edges
        ones = (0...levels).map { ReducedOnes(axis, $0) }
        unsafe middles = try arena.allocate(levels + 1, of: Middle.self)
        for level in 0...levels { unsafe middles[level] = Middle(ones[level].middle) }
        unsafe exact = try arena.allocate(Self.mostTaps(axis, edges), of: Double.self)
    }

    /// A range as plain memory holds it.
    private struct Middle {
        let start: Int
        let end: Int

        init(_ range: Range<Int>) { (start, end) = (range.lowerBound, range.upperBound) }

        /// Whether a range that is not empty lies inside.
        func contains(_ rows: Range<Int>) -> Bool {
            start <= rows.lowerBound && rows.upperBound <= end && !rows.isEmpty
        }
    }

    /// The most rows of a level that a row of the result may be made of.
    ///
    /// Where levels change, a kernel has some two dozen taps; the coarsest level has fewer than 32 rows, and those that spread
    /// around them. A wrapped image near its ends is taken whole.
    static func mostTaps(_ axis: AxisLevels, _ edges: EdgeMode) -> Int { edges == .wrap ? axis.count + 64 : 64 }

    /// Writes the taps of a row of the result.
    mutating func find(_ taps: inout RowTaps, row: Int, sigma: Double, level: Int) {
        let sigma = level == 0 ? sigma : min(sigma, axis.widestSigma(edges))
        let variance = sigma * sigma * AxisLevels.scale(2 * level) - AxisLevels.prefilterVariance(level)
        let gaussian = SampledGaussian(
            center: AxisLevels.place(Double(row), level), sigma: variance.squareRoot(), level: level)
        let support = gaussian.support
        if unsafe middles[level].contains(support) {
            append(gaussian, support, to: &taps)
        } else if level == 0 {
            findFineNearEdge(&taps, row: row, sigma: sigma)
        } else {
            findCoarseNearEdge(&taps, gaussian, row: row, sigma: sigma, level: level)
        }
    }

    /// Where all of the Gaussian lies inside the image.
    private func append(_ gaussian: SampledGaussian, _ support: Range<Int>, to taps: inout RowTaps) {
        let scale = unsafe 1 / gaussian.writeShape(support, into: exact)
        taps.removeAll(first: support.lowerBound)
        unsafe taps.append(exact, count: support.count, scale: scale)
    }

    private mutating func findFineNearEdge(_ taps: inout RowTaps, row: Int, sigma: Double) {
        let line = GaussianLine(
            sigma: sigma, count: axis.count, edges: edges, reach: KernelCut.reach(sigma: sigma, level: 0))
        taps.removeAll(first: line.weights(at: row, into: &folded))
        // a cut kernel is brought back to its sum, which is 1 wherever nothing fades
        let isWhole = edges != .transparent || line.interior.contains(row)
        let scale = isWhole ? 1 / folded.reduce(0, +) : 1
        unsafe folded.withUnsafeBufferPointer { weights in
            if let first = weights.baseAddress { unsafe taps.append(first, count: weights.count, scale: scale) }
        }
    }

    private func findCoarseNearEdge(
        _ taps: inout RowTaps, _ gaussian: SampledGaussian, row: Int, sigma: Double, level: Int
    ) {
        let all = -ReducedOnes.spread..<axis.length(level) + ReducedOnes.spread
        var rows = gaussian.support.clamped(to: all)
        if edges.period(axis.count) == nil {
            unsafe gaussian.write(rows, into: exact)
        } else {
            rows = addImages(of: row, gaussian, sigma, level, all)
        }
        taps.removeAll(first: rows.lowerBound)
        var sum = 0.0
        for index in 0..<rows.count { unsafe sum += exact[index] }
        let (missingAbove, missingBelow) = missing(rows, ones[level])
        let isOpen = edges == .clamp || edges == .transparent
        let above = isOpen ? gaussian.mass(below: all.lowerBound) : -missingAbove
        let below = isOpen ? gaussian.mass(from: all.upperBound) : -missingBelow
        let scale = 1 / (above + sum + below)
        unsafe taps.append(exact, count: rows.count, scale: scale)
        if edges == .clamp {
            taps.setEdges(top: (above + missingAbove) * scale, bottom: (below + missingBelow) * scale)
        }
    }

    /// The weight that some rows lack for what lies above the image, and for what lies below it.
    private func missing(_ rows: Range<Int>, _ ones: ReducedOnes) -> (Double, Double) {
        var (above, below) = (0.0, 0.0)
        for place in rows.clamped(to: rows.lowerBound..<max(rows.lowerBound, ones.middle.lowerBound)) {
            unsafe above += exact[place - rows.lowerBound] * ones.missingBefore(place)
        }
        for place in rows.clamped(to: min(rows.upperBound, ones.middle.upperBound)..<rows.upperBound) {
            unsafe below += exact[place - rows.lowerBound] * ones.missingBehind(place)
        }
        return (above, below)
    }

    /// Finds the rows of a level that a Gaussian and its images reach, and their sums there.
    private func addImages(
        of row: Int, _ gaussian: SampledGaussian, _ sigma: Double, _ level: Int, _ all: Range<Int>
    ) -> Range<Int> {
        let gaussians = images(of: row, reach: KernelCut.coarse * sigma).map {
            SampledGaussian(center: AxisLevels.place(Double($0), level), sigma: gaussian.sigma, level: level)
        }
        let supports = gaussians.map { $0.support.clamped(to: all) }
        let used = supports.filter { !$0.isEmpty }
        let rows = (used.map(\.lowerBound).min() ?? 0)..<(used.map(\.upperBound).max() ?? 0)
        unsafe exact.update(repeating: 0, count: rows.count)
        for (gaussian, support) in zip(gaussians, supports) {
            for place in support { unsafe exact[place - rows.lowerBound] += gaussian[place] }
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
