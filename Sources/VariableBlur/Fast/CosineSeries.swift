internal import CBlurKernels

/// The cosine series of a Gaussian divided by the filters around it, by the midpoint rule.
@safe
struct CosineSeries {
    private typealias Block = SIMD4<Double>

    /// The numbers of points of the two series that are in use.
    static let (short, long) = (24, 40)
    private static let tapCount = 32
    /// For every point the cosine of each tap.
    private static let shortWaves = waves(points: short)
    private static let longWaves = waves(points: long)

    private let points: Int
    private let kernels: Kernels
    /// 1 / (prefilter × interpolation) at every point, for one level after the other.
    private let corrections: UnsafeMutablePointer<Double>
    private let waves: UnsafeMutablePointer<Double>
    /// The response at every point for the σ in hand.
    private let response: UnsafeMutablePointer<Double>

    init(_ points: Int, levels: Int, kernels: Kernels, arena: Arena) throws(BlurError) {
        self.points = points
        self.kernels = kernels
        unsafe corrections = try arena.allocate(points * (levels + 1), of: Double.self)
        unsafe response = try arena.allocate(points, of: Double.self)
        unsafe waves = try arena.allocate(points * Self.tapCount, of: Double.self, isZeroed: false)
        for (index, wave) in (points == Self.short ? Self.shortWaves : Self.longWaves).enumerated() {
            unsafe waves[index] = wave
        }
        for point in 0..<points { noteCorrections(point, levels) }
    }

    private static func frequency(_ point: Int, of points: Int) -> Double {
        (Double(point) + 0.5) * Double.pi / Double(points)
    }

    private static func waves(points: Int) -> [Double] {
        (0..<points).flatMap { point in
            (0..<tapCount).map { cosine(Double($0) * frequency(point, of: points)) }
        }
    }

    private func noteCorrections(_ point: Int, _ levels: Int) {
        let frequency = Self.frequency(point, of: points)
        var correction = 1.0
        for level in stride(from: 1, through: levels, by: 1) {
            // each stage halves the frequency: cos⁵ for the binomial filters, cos³ for linear interpolation
            let response = cosine(frequency * AxisLevels.scale(level + 1))
            let binomial = response * response * response * response * response
            correction /= binomial * (level == 1 ? binomial : response * response * response)
            unsafe corrections[level * points + point] = correction
        }
    }

    /// Writes the taps for a σ in samples of a level.
    func find(_ kernel: inout RowKernel, sigma: Double, level: Int, count: Int) {
        precondition(count <= Self.tapCount, "a kernel with more taps than any has")
        respond(sigma, level)
        unsafe kernels.table.pointee.sum_numbers(kernel.taps, waves, Self.tapCount, response, points, count)
        let taps = unsafe kernel.taps
        var sum = 0.0
        for tap in 0..<count {
            unsafe taps[tap] = max(taps[tap], 0)
            unsafe sum += taps[tap]
        }
        unsafe kernel.finish(count: count, scale: 1 / (2 * sum - taps[0]), tail: 0)
    }

    /// Finds the Gaussian's response times the correction at every point.
    ///
    /// From point k to the next it changes by c to the power of k + 1, and so over four points, which are taken together, by c
    /// to the power of 4k + 10.
    private func respond(_ sigma: Double, _ level: Int) {
        let step = Double.pi / Double(points)
        let first = exponential(-0.125 * sigma * sigma * step * step)
        let c = power4(first) * power4(first)
        let (c4, c16) = (power4(c), power4(power4(c)))
        let second = first * c
        let third = second * c * c
        var values = Block(first, second, third, third * c * c * c)
        let c10 = c4 * c4 * c * c
        var quotients = Block(c10, c10 * c4, c10 * (c4 * c4), c10 * (c4 * c4) * c4)
        let corrections = unsafe self.corrections + level * points
        for block in stride(from: 0, to: points, by: 4) {
            for lane in 0..<4 { unsafe response[block + lane] = values[lane] * corrections[block + lane] }
            values *= quotients
            quotients *= c16
        }
    }

    private func power4(_ number: Double) -> Double { number * number * (number * number) }
}
