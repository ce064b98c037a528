/// The curve p^e between two stops, which reaches one half at their midpoint.
///
/// Values are the same on every platform: they are computed without C library functions, with an error below 10⁻¹⁴.
struct MidpointCurve {
    /// 1 for the middle; 0 and infinity for steps at the first and at the second stop.
    let exponent: Double

    /// The curve for a midpoint at a fraction of the way between the stops.
    init(midpoint: Double) {
        exponent = midpoint <= 0 ? 0 : midpoint >= 1 ? .infinity : midpoint == 0.5 ? 1 : -1 / Self.logarithm(midpoint)
    }

    /// Whether the curve is the straight line.
    var isLine: Bool { exponent == 1 }

    /// The value at a fraction of the way, 0...1.
    func value(at fraction: Double) -> Double {
        if isLine { return fraction }
        if exponent == 0 || fraction >= 1 { return 1 }
        if exponent == .infinity || fraction <= 0 { return 0 }
        return Self.power(of2: exponent * Self.logarithm(fraction))
    }

    /// An upper bound of the slope in a part of 0...1.
    func greatestSlope(in part: ClosedRange<Double>) -> Double {
        if isLine { return 1 }
        if exponent == 0 { return part.lowerBound <= 0 ? .infinity : 0 }
        if exponent == .infinity { return part.upperBound >= 1 ? .infinity : 0 }
        // the slope rises or falls all the way
        let steepest = exponent < 1 ? part.lowerBound : part.upperBound
        guard steepest > 0 else { return .infinity }
        return exponent * value(at: steepest) / steepest
    }

    /// The logarithm to the base of 2 of a positive number, by the series of the inverse hyperbolic tangent.
    private static func logarithm(_ number: Double) -> Double {
        var (significand, exponent) = (number.significand, Double(number.exponent))
        if significand > 1.4142135623730951 { (significand, exponent) = (significand / 2, exponent + 1) }
        let s = (significand - 1) / (significand + 1)
        let square = s * s
        var sum = 0.0
        for divisor in stride(from: 23.0, through: 1, by: -2) { sum = sum * square + 1 / divisor }
        return exponent + 2 * s * sum * log2E
    }

    /// 2 to the power of a number that is not positive.
    private static func power(of2 exponent: Double) -> Double {
        guard exponent > -1000 else { return 0 }
        let integer = exponent.rounded()
        let rest = (exponent - integer) / log2E
        var sum = 1.0
        for divisor in stride(from: 14.0, through: 1, by: -1) { sum = sum * rest / divisor + 1 }
        return sum * Double(sign: .plus, exponent: Int(integer), significand: 1)
    }

    private static let log2E = 1.4426950408889634
}
