/// A Gaussian at the integers, cut on both sides.
struct SampledGaussian {
    let center: Double
    let sigma: Double
    private let reach: Double

    init(center: Double, sigma: Double, level: Int) {
        self.center = center
        self.sigma = sigma
        reach = KernelCut.reach(sigma: sigma, level: level)
    }

    /// The integers where it is not 0.
    var support: Range<Int> {
        let limit = Double(Int.max / 4)
        let first = FixedPoint.ceiling(max(center - reach, -limit))
        let end = FixedPoint.floor(min(center + reach, limit)) + 1
        return first..<max(end, first)
    }

    subscript(place: Int) -> Double {
        let distance = (Double(place) - center) / sigma
        return exponential(-0.5 * distance * distance)
    }

    /// Writes the values at some integers, and returns their sum.
    ///
    /// It takes three exponentials: from one integer to the next the value changes by a quotient that itself changes by a
    /// constant factor. Over a kernel's few dozen samples that loses some of the last bits only.
    @discardableResult
    func write(_ places: Range<Int>, into values: UnsafeMutablePointer<Double>) -> Double {
        let step = 1 / (sigma * sigma)
        let distance = Double(places.lowerBound) - center
        var value = exponential(-0.5 * distance * distance * step)
        var quotient = exponential(-(distance + 0.5) * step)
        let change = exponential(-step)
        var sum = 0.0
        for index in 0..<places.count {
            unsafe values[index] = value
            sum += value
            value *= quotient
            quotient *= change
        }
        return sum
    }

    /// Writes the values in the support, each divided by that of the integer nearest to the center, and returns their sum.
    ///
    /// Both sides are made at once, from the middle outwards, as `write` makes one; it takes two exponentials.
    func writeShape(_ support: Range<Int>, into values: UnsafeMutablePointer<Double>) -> Double {
        let middle = FixedPoint.floor(center + 0.5)
        precondition(support.contains(middle), "a Gaussian that is cut before its middle")
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
        // the support may reach one further on one side
        sides *= quotients
        if above > below { unsafe origin[above] = sides[0] }
        if below > above { unsafe origin[-below] = sides[1] }
        if above != below { sum += above > below ? sides[0] : sides[1] }
        return sum
    }

    /// The sum over all integers below a place.
    func mass(below end: Int) -> Double { mass(from: -reach, to: Double(end) - center) }

    /// The sum over all integers from a place on.
    func mass(from start: Int) -> Double { mass(from: -reach, to: center - Double(start) + 1) }

    /// The sum from `-reach` to just before `end`, both as distances from the center.
    private func mass(from start: Double, to end: Double) -> Double {
        guard end > start else { return 0 }
        if sigma > 32 {
            // Sums of samples this dense are integrals (Euler and Maclaurin), to 1 part in 10⁴.
            let (low, high) = (start, min(end - 0.5, reach))
            let scale = 1 / (sigma * 2.0.squareRoot())
            return sigma * (Double.pi / 2).squareRoot() * (errorFunction(high * scale) - errorFunction(low * scale))
        }
        var sum = 0.0
        var distance = end - 1
        while distance >= start {
            if distance <= reach { sum += exponential(-0.5 * distance * distance / (sigma * sigma)) }
            distance -= 1
        }
        return sum
    }
}
