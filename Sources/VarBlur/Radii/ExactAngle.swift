/// Sines and cosines that are the same on every platform, and exact at multiples of 90°.
///
/// Those of C libraries differ in their last bits. They are sums of the Taylor series, which are exact to 1 part in 10¹⁵.
enum ExactAngle {
    /// The sine and the cosine of a finite angle in degrees.
    static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
        // the remainder is exact, and so is the quarter of the circle
        let rest = degrees.remainder(dividingBy: 90)
        let turns = ((degrees - rest) / 90).remainder(dividingBy: 4)
        let radians = rest * (Double.pi / 180)
        let (sine, cosine) = (sine(radians: radians), cosine(radians: radians))
        switch Int(turns) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// The sine of an angle between -π/4 and π/4.
    static func sine(radians x: Double) -> Double {
        x * series(x * x, first: 2)
    }

    /// The cosine of an angle between -π/4 and π/4.
    private static func cosine(radians x: Double) -> Double { series(x * x, first: 1) }

    /// 1 - s / (k (k + 1)) (1 - s / ((k + 2) (k + 3)) (1 - …)), where k is `first`.
    private static func series(_ square: Double, first: Int) -> Double {
        var sum = 1.0
        for k in stride(from: first + 16, through: first, by: -2) { sum = 1 - square / Double(k * (k + 1)) * sum }
        return sum
    }
}
