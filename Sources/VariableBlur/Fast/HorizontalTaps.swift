/// The filter along a row on a coarse level: symmetric, of taps at distance 0, 1, ….
///
/// Together with the filters in front of the level and the interpolation behind it, it has to be a Gaussian. So its taps are
/// the cosine series of the Gaussian's frequency response divided by theirs. A very wide Gaussian leaves them no say, and
/// its taps are Gaussian themselves.
final class HorizontalTaps {
    private static let pointCount = 40
    private let level: Int
    /// 1 / (prefilter × interpolation) at every point of the series.
    private let correction: [Double]
    private let frequencies: [Double]
    /// One wave after the other.
    private let cosines: [Double]

    /// What a tap's weight is, and the weight of everything further out, on one side.
    struct Kernel {
        let taps: [Double]
        /// The weight of all taps from one on, on one side.
        private let remaining: [Double]

        init(taps: [Double], tail: Double) {
            self.taps = taps
            var (remaining, sum) = ([Double](repeating: tail, count: taps.count + 1), tail)
            for index in taps.indices.reversed() {
                sum += taps[index]
                remaining[index] = sum
            }
            self.remaining = remaining
        }

        func tap(_ distance: Int) -> Double {
            let index = abs(distance)
            return index < taps.count ? taps[index] : 0
        }

        /// The weight of the tap at `distance` and of all that follow; the distance may be negative.
        func weight(from distance: Int) -> Double {
            if distance > 0 { return remaining[min(distance, taps.count)] }
            return 2 * remaining[0] - taps[0] - (remaining[min(1 - distance, taps.count)])
        }
    }

    init(level: Int) {
        self.level = level
        frequencies = (0..<Self.pointCount).map { (Double($0) + 0.5) * Double.pi / Double(Self.pointCount) }
        correction = frequencies.map { frequency in
            // each stage halves the frequency: cos⁵ for the binomial filters, cos³ for linear interpolation
            (1...max(level, 1)).reduce(1.0) { product, stage in
                let response = cosine(frequency / Double(1 << (stage + 1)))
                let binomial = response * response * response * response * response
                return product / (binomial * (stage == 1 ? binomial : response * response * response))
            }
        }
        cosines = (0..<32).flatMap { tap in
            (0..<Self.pointCount).map {
                cosine(Double(tap) * (Double($0) + 0.5) * Double.pi / Double(Self.pointCount))
            }
        }
    }

    /// The kernel for a σ in pixels, with at most `limit` taps on each side.
    func kernel(sigma: Double, limit: Int) -> Kernel {
        let coarse = sigma / Double(1 << level)
        guard coarse < 8 else { return wideKernel(coarse, limit: limit) }
        let residual = (coarse * coarse - AxisLevels.prefilterVariance(level)).squareRoot()
        let count = Int((VerticalFilter.coarseCut * residual).rounded(.up)) + 1
        let response = zip(frequencies, correction).map { exponential(-0.5 * coarse * coarse * $0 * $0) * $1 }
        var taps = [Double](repeating: 0, count: count)
        var sum = 0.0
        for tap in taps.indices {
            var integral = 0.0
            for point in 0..<Self.pointCount { integral += response[point] * cosines[tap * Self.pointCount + point] }
            taps[tap] = max(integral, 0)
            sum += tap == 0 ? taps[0] : 2 * taps[tap]
        }
        for index in taps.indices { taps[index] /= sum }
        return Kernel(taps: taps, tail: 0)
    }

    private func wideKernel(_ coarse: Double, limit: Int) -> Kernel {
        let linear = (2...max(level, 2)).reduce(0) { level < 2 ? 0 : $0 + 0.75 / Double(1 << (2 * $1)) }
        let added = AxisLevels.prefilterVariance(level) + 5.0 / 16 + linear
        let gaussian = SampledGaussian(
            centre: 0, sigma: (coarse * coarse - added).squareRoot(), cut: VerticalFilter.coarseCut)
        let taps = gaussian.support(in: 0..<limit + 1).map { gaussian[$0] }
        let tail = gaussian.mass(from: taps.count)
        let sum = 2 * (taps.reduce(0, +) + tail) - taps[0]
        return Kernel(taps: taps.map { $0 / sum }, tail: tail / sum)
    }
}
