/// The samples of an axis at all levels, and those beyond its ends that the edge mode implies.
struct AxisDomain {
    let axis: AxisLevels
    let edges: EdgeMode

    /// The greatest number of taps on one side of a kernel: axes with wide kernels have fewer than 64 samples in a period.
    static let tapCapacity = 400

    /// The samples of a level that are stored: above level 0, those around the image too.
    func storedSamples(_ level: Int) -> Range<Int> { axis.firstRow(level)..<axis.lastRow(level) + 1 }

    /// The number of samples on each side that a blur at a level may reach.
    func reach(sigma: Double, level: Int) -> Int {
        let samples = min(sigma, axis.widestSigma(edges)) * AxisLevels.scale(level)
        let reach = min(cutoff(samples, level), Double(Self.tapCapacity - 2))
        return edges.isPeriodic ? Int(reach) + 2 : min(Int(reach) + 2, axis.length(level) + 16)
    }

    /// The distance at which kernels are truncated, in samples.
    func cutoff(_ sigma: Double, _ level: Int) -> Double {
        if level > 0 { return Truncation.coarseFactor * sigma }
        if axis.coarsest == 0 { return axis.truncation.distance(sigma: sigma, level: 0) }
        let fine = axis.truncation.fineFactor
        let factor = sigma < AxisLevels.switchSigma ? fine : max(fine, Truncation.coarseFactor)
        return (factor * sigma).rounded(.up)
    }

    /// The samples that some results of a level depend on, for all σ up to `greatestSigma`.
    func window(_ results: Range<Int>, level: Int, greatestSigma: Double) -> AxisWindow {
        let stored = storedSamples(level)
        let reach = reach(sigma: greatestSigma, level: level)
        let reached = results.lowerBound - reach..<results.upperBound + reach
        return AxisWindow(
            images(level, reach: reach).map { $0.sources(of: reached).clamped(to: stored) } + [
                results.clamped(to: stored)
            ])
    }

    /// The greatest number of samples in a window of `resultCount` adjacent results, wherever they lie, for all σ up to
    /// `greatestSigma`.
    ///
    /// Without repetition, the window is the part of the reached samples that is stored. If the level repeats with a period p, and r
    /// samples are reached, the window contains no more than the p + 9 stored samples: p, the overhang at both ends, and one for a
    /// fraction. So it has at most r + 18 of them if r is p - 9 or more. Otherwise, the reached samples touch at most two copies of
    /// the level. These overlap by at most 9 samples, and each adds one where it lies between samples: r + 11.
    func windowCapacity(resultCount: Int, level: Int, greatestSigma: Double) -> Int {
        let reached = resultCount + 2 * reach(sigma: greatestSigma, level: level)
        let shared = edges.isPeriodic && level > 0 ? 2 * (2 * AxisLevels.overhang + 1) : 0
        return min(reached + shared, storedSamples(level).count)
    }
}

extension AxisDomain {
    /// A copy of the level's samples: the level itself, or one beyond its ends that repeats or mirrors it.
    struct Image {
        /// 1, or -1 if the copy is mirrored.
        let sign: Int
        /// Sample s lies at `sign` × s + `offset`.
        let offset: Double

        /// The samples that lie in a range, and up to one more on each side.
        func sources(of range: Range<Int>) -> Range<Int> {
            let (low, high) = (Double(range.lowerBound) - offset, Double(range.upperBound - 1) - offset)
            let first = sign > 0 ? low : -high
            return FastRounding.floor(first)..<FastRounding.ceiling(first + (high - low)) + 1
        }
    }

    /// The copies that lie within `reach` of the level.
    func images(_ level: Int, reach: Int) -> [Image] {
        let length = Double(axis.count) * AxisLevels.scale(level)
        guard let period = edges.period(axis.count).map({ Double($0) * AxisLevels.scale(level) }) else {
            return [Image(sign: 1, offset: 0)]
        }
        let repeats = Int((Double(reach + AxisLevels.overhang) + length) / period) + 1
        return (-repeats...repeats).flatMap { turn in
            let offset = Double(turn) * period
            let repeated = Image(sign: 1, offset: offset)
            return edges == .mirror ? [repeated, Image(sign: -1, offset: offset - 1)] : [repeated]
        }
    }
}
