internal import CBlurKernels

/// Designs a symmetric kernel from a frequency response: the cosine series of a Gaussian's response divided by the responses
/// of the decimation and interpolation filters, integrated by the midpoint rule.
@safe
struct CosineSeries {
    private typealias Block = SIMD4<Double>

    /// The number of frequencies of a series.
    enum Length: Int {
        case short = 24
        case long = 40
    }

    /// How a level is interpolated to full resolution.
    enum Interpolation {
        /// As `Upsampler` does it: binomial, then linear.
        case binomial
        /// As `SmoothDoubling` does it.
        case smooth
    }

    private static let tapCapacity = 32
    /// The cosines of every tap at every frequency.
    private static let shortCosines = cosines(frequencyCount: Length.short.rawValue)
    private static let longCosines = cosines(frequencyCount: Length.long.rawValue)

    private let frequencyCount: Int
    private let loops: InnerLoops
    /// 1 / (decimation × interpolation) at every frequency, for one level after the other.
    private let corrections: UnsafeMutablePointer<Double>
    private let cosines: UnsafeMutablePointer<Double>
    /// The corrected response of the current σ at every frequency.
    private let response: UnsafeMutablePointer<Double>

    init(
        _ length: Length, levels: Int, interpolation: Interpolation, loops: InnerLoops, arena: Arena
    ) throws(BlurError) {
        frequencyCount = length.rawValue
        self.loops = loops
        unsafe corrections = try arena.allocate(frequencyCount * (levels + 1), of: Double.self)
        unsafe response = try arena.allocate(frequencyCount, of: Double.self)
        unsafe cosines = try arena.allocate(frequencyCount * Self.tapCapacity, of: Double.self, isZeroed: false)
        let table = length == .short ? Self.shortCosines : Self.longCosines
        for (index, cosine) in table.enumerated() { unsafe cosines[index] = cosine }
        for index in 0..<frequencyCount {
            switch interpolation {
            case .binomial: setCorrections(index, levels)
            case .smooth: setSmoothCorrections(index, levels)
            }
        }
    }

    /// A frequency in radians per sample: the midpoint of one of `count` equal parts of 0...π.
    private static func frequency(_ index: Int, of count: Int) -> Double {
        (Double(index) + 0.5) * Double.pi / Double(count)
    }

    private static func cosines(frequencyCount: Int) -> [Double] {
        // all are cosines of multiples of the first frequency, so that a quarter of a period has them all
        let quarter = (0...frequencyCount).map { cosine(Double($0) * frequency(0, of: frequencyCount)) }
        return (0..<frequencyCount).flatMap { index in
            (0..<tapCapacity).map { tap in
                let phase = tap * (2 * index + 1) % (4 * frequencyCount)
                let half = min(phase, 4 * frequencyCount - phase)
                return half <= frequencyCount ? quarter[half] : -quarter[2 * frequencyCount - half]
            }
        }
    }

    private func setCorrections(_ index: Int, _ levels: Int) {
        let frequency = Self.frequency(index, of: frequencyCount)
        var correction = 1.0
        for level in stride(from: 1, through: levels, by: 1) {
            // each level halves the frequency; the responses are cos⁵ (binomial filter) and cos³ (linear interpolation)
            let response = cosine(frequency * AxisLevels.scale(level + 1))
            let binomial = response * response * response * response * response
            correction /= binomial * (level == 1 ? binomial : response * response * response)
            unsafe corrections[level * frequencyCount + index] = correction
        }
    }

    /// Sets the corrections for `SmoothDoubling`.
    private func setSmoothCorrections(_ index: Int, _ levels: Int) {
        let frequency = Self.frequency(index, of: frequencyCount)
        var decimation = 1.0
        for level in stride(from: 1, through: levels, by: 1) {
            let response = cosine(frequency * AxisLevels.scale(level + 1))
            decimation *= response * response * response * response * response
            let interpolation = SmoothDoubling.response(frequency, level: level)
            unsafe corrections[level * frequencyCount + index] = 1 / (decimation * interpolation)
        }
    }

    /// The unscaled kernel of the last `compute` at any distance; negative values become 0.
    func value(at distance: Double) -> Double {
        var sum = 0.0
        for index in 0..<frequencyCount {
            unsafe sum += response[index] * cosine(distance * Self.frequency(index, of: frequencyCount))
        }
        return max(sum, 0)
    }

    /// Computes `count` taps of the kernel for a σ in samples of a level; negative taps become 0.
    func compute(_ kernel: inout HorizontalKernel, sigma: Double, level: Int, count: Int) {
        precondition(count <= Self.tapCapacity, "a horizontal kernel exceeds the capacity of \(Self.tapCapacity) taps")
        computeResponse(sigma, level)
        unsafe loops.functions.pointee.sum_doubles(
            kernel.taps, cosines, Self.tapCapacity, response, frequencyCount, count)
        let taps = unsafe kernel.taps
        var sum = 0.0
        for tap in 0..<count {
            unsafe taps[tap] = max(taps[tap], 0)
            unsafe sum += taps[tap]
        }
        unsafe kernel.finish(count: count, scale: 1 / (2 * sum - taps[0]), tail: 0)
    }

    /// Computes the corrected response of a Gaussian at every frequency.
    ///
    /// From frequency k to the next, the Gaussian is multiplied by c to the power of k + 1, where c = exp(−σ²Δω²) and Δω is
    /// the distance between frequencies. Four frequencies are computed at once; over four frequencies the factor is c to the power of 4k + 10.
    private func computeResponse(_ sigma: Double, _ level: Int) {
        let step = Double.pi / Double(frequencyCount)
        let first = exponential(-0.125 * sigma * sigma * step * step)
        let c = power4(first) * power4(first)
        let (c4, c16) = (power4(c), power4(power4(c)))
        let second = first * c
        let third = second * c * c
        var values = Block(first, second, third, third * c * c * c)
        let c10 = c4 * c4 * c * c
        var quotients = Block(c10, c10 * c4, c10 * (c4 * c4), c10 * (c4 * c4) * c4)
        let corrections = unsafe self.corrections + level * frequencyCount
        for block in stride(from: 0, to: frequencyCount, by: 4) {
            for lane in 0..<4 { unsafe response[block + lane] = values[lane] * corrections[block + lane] }
            values *= quotients
            quotients *= c16
        }
    }

    private func power4(_ number: Double) -> Double { number * number * (number * number) }
}
