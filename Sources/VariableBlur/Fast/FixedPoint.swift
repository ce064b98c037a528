/// Weights as fractions of 32768, as the inner loops multiply with.
enum FixedPoint {
    /// What 1 is.
    static let one = 32768.0

    /// The nearest fraction to a weight; `Double.rounded()` would be a call on many machines.
    static func rounded(_ weight: Double) -> Int { Int(weight * one + 1_048_576.5) - 1_048_576 }
}
