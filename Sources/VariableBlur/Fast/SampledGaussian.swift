/// A Gaussian at the integers, cut on both sides.
struct SampledGaussian {
    let centre: Double
    let sigma: Double
    private let reach: Double

    init(centre: Double, sigma: Double, cut: Double) {
        self.centre = centre
        self.sigma = sigma
        reach = cut * sigma
    }

    /// The integers where it is not 0, as far as they lie in a range.
    func support(in range: Range<Int>) -> Range<Int> {
        let first = max((centre - reach).rounded(.up), Double(range.lowerBound))
        let end = min((centre + reach).rounded(.down) + 1, Double(range.upperBound))
        return first < end ? Int(first)..<Int(end) : range.lowerBound..<range.lowerBound
    }

    subscript(place: Int) -> Double {
        let distance = (Double(place) - centre) / sigma
        return exponential(-0.5 * distance * distance)
    }

    /// The sum over all integers below a place.
    func mass(below end: Int) -> Double { mass(from: -reach, to: Double(end) - centre) }

    /// The sum over all integers from a place on.
    func mass(from start: Int) -> Double { mass(from: -reach, to: centre - Double(start) + 1) }

    /// The sum from `-reach` to just before `end`, both as distances from the centre.
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
