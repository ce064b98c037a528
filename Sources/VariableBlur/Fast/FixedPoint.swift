/// Weights as fractions of 32768, as the inner loops multiply with, and integers near numbers.
enum FixedPoint {
    /// What 1 is.
    static let one = 32768.0

    /// The nearest fraction to a weight; `Double.rounded()` would be a call on many machines.
    static func rounded(_ weight: Double) -> Int { Int(weight * one + 1_048_576.5) - 1_048_576 }

    /// The least integer that is not below a number of no more than 2⁶²; `Double.rounded(_:)` would be a call too.
    static func ceiling(_ number: Double) -> Int {
        let whole = Int(number)
        return Double(whole) < number ? whole + 1 : whole
    }

    /// The greatest integer that is not above such a number.
    static func floor(_ number: Double) -> Int {
        let whole = Int(number)
        return Double(whole) > number ? whole - 1 : whole
    }
}
