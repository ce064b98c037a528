/// The filter along a row on a coarse level: symmetric, of taps at distance 0, 1, ….
///
/// Together with the filters in front of the level and the interpolation behind it, it has to be a Gaussian. So its taps are
/// the cosine series of the Gaussian's frequency response divided by theirs. A very wide Gaussian leaves them no say, and
/// its taps are Gaussian themselves.
struct HorizontalTaps {
    private static let pointCount = 64
    private let level: Int
    /// 1 / (prefilter × interpolation) at every point of the series.
    private let correction: [Double]
    private let frequencies: [Double]
    private let cosines: [[Double]]

    /// What a tap's weight is, and the weight of everything further out, on one side.
    struct Kernel {
        let taps: [Double]
        let tail: Double
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
        cosines = (0..<32).map { tap in
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
        var taps = cosines[..<count].map { wave in max(zip(response, wave).reduce(0) { $0 + $1.0 * $1.1 }, 0) }
        let sum = 2 * taps.reduce(0, +) - taps[0]
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
