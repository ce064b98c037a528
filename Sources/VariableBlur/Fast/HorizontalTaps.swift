/// The filter along a row on a level: symmetric, of taps at distance 0, 1, ….
///
/// At level 0 it is the sampled Gaussian. Above, together with the filters in front of the level and the interpolation
/// behind it, it has to be a Gaussian. So its taps are the cosine series of the Gaussian's frequency response divided by
/// theirs. A very wide Gaussian leaves them no say, and its taps are Gaussian themselves.
struct HorizontalTaps {
    private let level: Int
    private let series: [CosineSeries]

    init(level: Int) {
        self.level = level
        series =
            level == 0 ? [] : [CosineSeries(level: level, isShort: true), CosineSeries(level: level, isShort: false)]
    }

    /// Writes the kernel for a σ in pixels, with at most `limit` taps on each side.
    func find(_ kernel: inout RowKernel, sigma: Double, limit: Int) {
        let coarse = sigma / Double(1 << level)
        guard level > 0, coarse < 8 else { return findGaussian(&kernel, coarse, limit: limit) }
        let residual = (coarse * coarse - AxisLevels.prefilterVariance(level)).squareRoot()
        let count = Int((KernelCut.coarse * residual).rounded(.up)) + 1
        // the shorter series is exact to the last digits as long as no tap is near the number of its points
        series[coarse < 3.2 ? 0 : 1].find(&kernel, sigma: coarse, count: count)
    }

    private func findGaussian(_ kernel: inout RowKernel, _ coarse: Double, limit: Int) {
        var added = 0.0
        if level > 0 { added = AxisLevels.prefilterVariance(level) + 5.0 / 16 }
        // the linear interpolations behind the binomial one
        for stage in stride(from: 2, through: level, by: 1) { added += 0.75 / Double(1 << (2 * stage)) }
        let sigma = (coarse * coarse - added).squareRoot()
        let gaussian = SampledGaussian(centre: 0, sigma: sigma, level: level)
        let count = min(gaussian.support.upperBound, limit + 1)
        let tail = gaussian.mass(from: count)
        let sum = unsafe gaussian.write(0..<count, into: kernel.taps)
        unsafe kernel.finish(count: count, scale: 1 / (2 * (sum + tail) - kernel.taps[0]), tail: tail)
    }
}

/// The cosine series of a Gaussian divided by the filters around it, by the midpoint rule.
private struct CosineSeries {
    private typealias Block = SIMD8<Double>
    private let step: Double
    private let blocks: Int
    /// 1 / (prefilter × interpolation) at every point.
    private let correction: [Block]

    /// The waves of the two series that are in use, one after the other; most images need but the shorter.
    private static let shortWaves = waves(blocks: shortest)
    private static let longWaves = waves(blocks: longest)
    static let (shortest, longest) = (3, 5)

    init(level: Int, isShort: Bool) {
        blocks = isShort ? Self.shortest : Self.longest
        step = Double.pi / Double(8 * blocks)
        correction = Self.points(blocks) { frequency in
            // each stage halves the frequency: cos⁵ for the binomial filters, cos³ for linear interpolation
            (1...level).reduce(1.0) { product, stage in
                let response = cosine(frequency / Double(1 << (stage + 1)))
                let binomial = response * response * response * response * response
                return product / (binomial * (stage == 1 ? binomial : response * response * response))
            }
        }
    }

    private static func points(_ blocks: Int, _ value: (Double) -> Double) -> [Block] {
        (0..<blocks).map { block in
            var points = Block()
            for lane in 0..<8 {
                points[lane] = value((Double(8 * block + lane) + 0.5) * Double.pi / Double(8 * blocks))
            }
            return points
        }
    }

    private static func waves(blocks: Int) -> [Block] {
        (0..<32).flatMap { tap in points(blocks) { cosine(Double(tap) * $0) } }
    }

    func find(_ kernel: inout RowKernel, sigma: Double, count: Int) {
        let exponent = -0.5 * sigma * sigma * step * step
        // the Gaussian from point to point, as in SampledGaussian.write
        var (value, quotient) = (exponential(0.25 * exponent), exponential(2 * exponent))
        let change = quotient
        var response: (Block, Block, Block, Block, Block) = (.zero, .zero, .zero, .zero, .zero)
        func next(_ correction: Block) -> Block {
            var block = Block()
            for lane in 0..<8 {
                block[lane] = value
                value *= quotient
                quotient *= change
            }
            return block * correction
        }
        response.0 = next(correction[0])
        response.1 = next(correction[1])
        response.2 = next(correction[2])
        if blocks == Self.longest {
            response.3 = next(correction[3])
            response.4 = next(correction[4])
        }
        let cosines = blocks == Self.longest ? Self.longWaves : Self.shortWaves
        var sum = 0.0
        for tap in 0..<count {
            let wave = tap * blocks
            var products =
                response.0 * cosines[wave] + response.1 * cosines[wave + 1] + response.2 * cosines[wave + 2]
            if blocks == Self.longest { products += response.3 * cosines[wave + 3] + response.4 * cosines[wave + 4] }
            let weight = max(products.sum(), 0)
            unsafe kernel.taps[tap] = weight
            sum += tap == 0 ? weight : 2 * weight
        }
        kernel.finish(count: count, scale: 1 / sum, tail: 0)
    }
}
