/// A truncated Gaussian, sampled at the integers.
struct SampledGaussian {
    let center: Double
    let sigma: Double
    /// The distance from the center at which the Gaussian is truncated.
    private let cutoff: Double

    init(center: Double, sigma: Double, cutoff: Double) {
        (self.center, self.sigma, self.cutoff) = (center, sigma, cutoff)
    }

    /// The integers up to the cutoff distance.
    var support: Range<Int> {
        let limit = Double(Int.max / 4)
        let first = FastRounding.ceiling(max(center - cutoff, -limit))
        let end = FastRounding.floor(min(center + cutoff, limit)) + 1
        return first..<max(end, first)
    }

    subscript(index: Int) -> Double {
        let distance = (Double(index) - center) / sigma
        return exponential(-0.5 * distance * distance)
    }

    /// Writes the values at some integers and returns their sum.
    ///
    /// Requires three exponentials: the quotient of neighboring values changes by a constant factor. Over the few dozen samples of a
    /// kernel, this recurrence loses only some of the last bits.
    @discardableResult
    func write(_ indices: Range<Int>, into values: UnsafeMutablePointer<Double>) -> Double {
        let step = 1 / (sigma * sigma)
        let distance = Double(indices.lowerBound) - center
        var value = exponential(-0.5 * distance * distance * step)
        var quotient = exponential(-(distance + 0.5) * step)
        let change = exponential(-step)
        var sum = 0.0
        for index in 0..<indices.count {
            unsafe values[index] = value
            sum += value
            value *= quotient
            quotient *= change
        }
        return sum
    }

    /// Writes the values in the support, divided by the value at the integer nearest to the center, and returns their sum.
    ///
    /// Uses the recurrence of `write` on both sides at once, from the center outward; requires two exponentials.
    func writeShape(_ support: Range<Int>, into values: UnsafeMutablePointer<Double>) -> Double {
        let middle = FastRounding.floor(center + 0.5)
        precondition(support.contains(middle), "the support of a Gaussian must contain its center")
        let step = 1 / (sigma * sigma)
        let half = exponential(-0.5 * step)
        let tilt = exponential((center - Double(middle)) * step)
        let change = half * half
        var (sides, quotients) = (SIMD2(1.0, 1), SIMD2(half * tilt, half / tilt))
        var sums = SIMD2(0.5, 0.5)
        let origin = unsafe values + (middle - support.lowerBound)
        unsafe origin[0] = 1
        let (above, below) = (support.upperBound - 1 - middle, middle - support.lowerBound)
        for distance in stride(from: 1, through: min(above, below), by: 1) {
            sides *= quotients
            quotients *= change
            sums += sides
            unsafe (origin[distance], origin[-distance]) = (sides[0], sides[1])
        }
        var sum = sums.sum()
        // the support may contain one more integer on one side
        sides *= quotients
        if above > below { unsafe origin[above] = sides[0] }
        if below > above { unsafe origin[-below] = sides[1] }
        if above != below { sum += above > below ? sides[0] : sides[1] }
        return sum
    }

    /// The sum over all integers below `end`.
    func mass(below end: Int) -> Double { mass(from: -cutoff, to: Double(end) - center) }

    /// The sum over all integers from `start`.
    func mass(from start: Int) -> Double { mass(from: -cutoff, to: center - Double(start) + 1) }

    /// The sum from `-cutoff` to just before `end`, both as distances from the center.
    private func mass(from start: Double, to end: Double) -> Double {
        guard end > start else { return 0 }
        if sigma > 32 {
            // sums of samples this dense equal integrals to 1 part in 10⁴ (Euler–Maclaurin formula)
            let (low, high) = (start, min(end - 0.5, cutoff))
            let scale = 1 / (sigma * 2.0.squareRoot())
            return sigma * (Double.pi / 2).squareRoot() * (errorFunction(high * scale) - errorFunction(low * scale))
        }
        var sum = 0.0
        var distance = end - 1
        while distance >= start {
            if distance <= cutoff { sum += exponential(-0.5 * distance * distance / (sigma * sigma)) }
            distance -= 1
        }
        return sum
    }
}
