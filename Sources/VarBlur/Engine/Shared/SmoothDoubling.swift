/// The interpolation of a level to full resolution when weights vary from sample to sample.
///
/// The first doubling has six taps, all others are linear. Linear doublings widen what they interpolate; the first doubling narrows it
/// by as much. So all doublings together reproduce polynomials of degree 3, and they commute with weights that vary slowly.
enum SmoothDoubling {
    /// The distances of the first doubling's taps from a sample, for the result 1/4 after it, in the order of the inner loop: negative
    /// weights come first.
    static let offsets = [-1, 2, -2, 3, 1, 0]
    /// The number of a level's samples before and after a pixel's own that the pixel depends on.
    static let reach = 3

    /// The weights of the first doubling from a level, in the order of `offsets`; their sum is 1.
    ///
    /// They are those of the interpolation polynomial p of degree 5 after subtracting what the linear doublings add: c p″ - c² p⁗,
    /// where a linear doubling contributes 3/32 of the square of its input's spacing to c.
    static func weights(level: Int) -> [Double] { tables[min(level, tables.count - 1)] }

    /// The weights of the levels; those of coarser levels equal the last.
    private static let tables = (0...24).map(computeWeights)

    private static func computeWeights(level: Int) -> [Double] {
        var added = 0.0
        for stage in stride(from: 1, to: level, by: 1) { added += 3.0 / 32 * AxisLevels.scale(2 * stage) }
        return offsets.map { offset in
            var polynomial = [1.0]
            for other in offsets where other != offset {
                polynomial = multiply(polynomial, by: 1 / Double(offset - other), minusRoot: Double(other))
            }
            let (second, fourth) = (
                derivative(derivative(polynomial)), derivative(derivative(derivative(derivative(polynomial))))
            )
            return value(polynomial) - added * value(second) + added * added * value(fourth)
        }
    }

    /// A polynomial multiplied by `scale` × (x - `root`); coefficients in ascending order.
    private static func multiply(_ polynomial: [Double], by scale: Double, minusRoot root: Double) -> [Double] {
        var product = [Double](repeating: 0, count: polynomial.count + 1)
        for (power, coefficient) in polynomial.enumerated() {
            product[power + 1] += coefficient * scale
            product[power] -= coefficient * scale * root
        }
        return product
    }

    private static func derivative(_ polynomial: [Double]) -> [Double] {
        polynomial.enumerated().dropFirst().map { Double($0) * $1 }
    }

    /// The value of a polynomial at 1/4.
    private static func value(_ polynomial: [Double]) -> Double { polynomial.reversed().reduce(0) { $0 * 0.25 + $1 } }

    /// The frequency response of all doublings from a level to full resolution, for a frequency in radians per sample.
    static func response(_ frequency: Double, level: Int) -> Double {
        var response = 0.0
        for (offset, weight) in zip(offsets, weights(level: level)) {
            response += weight * cosine((Double(offset) - 0.25) * frequency)
        }
        for stage in stride(from: 1, to: level, by: 1) {
            let linear = cosine(frequency * AxisLevels.scale(stage + 2))
            response *= linear * linear * linear
        }
        return response
    }

    /// Returns the weights of a level's samples for a pixel.
    ///
    /// - Parameters:
    ///   - phase: the index of the pixel among the 2^`level` pixels of its sample.
    ///   - level: the level, at least 1.
    ///   - first: the weights of the first doubling.
    /// - Returns: the weights of the samples from `reach` before the pixel's own sample to `reach` after it.
    static func pixelWeights(phase: Int, level: Int, first: [Double]) -> [Double] {
        // from full resolution down: the weights of a finer level's samples, by index relative to those of the pixel's sample
        var weights = [phase: 1.0]
        for _ in stride(from: level, to: 1, by: -1) {
            var coarser: [Int: Double] = [:]
            // in a fixed order, because rounding depends on it
            for (index, weight) in weights.sorted(by: { $0.key < $1.key }) {
                coarser[index >> 1, default: 0] += 0.75 * weight
                coarser[(index >> 1) + (index & 1 == 1 ? 1 : -1), default: 0] += 0.25 * weight
            }
            weights = coarser
        }
        var result = [Double](repeating: 0, count: 2 * reach + 1)
        for (index, weight) in weights.sorted(by: { $0.key < $1.key }) {
            for (offset, tap) in zip(offsets, first) {
                let sample = (index >> 1) + (index & 1 == 1 ? offset : -offset)
                result[sample + reach] += weight * tap
            }
        }
        return result
    }
}
