/// Weights as fractions of 32768, as the inner loops multiply with.
enum FixedPoint {
    /// What 1 is.
    static let one = 32768.0

    /// The nearest fraction to a weight; `Double.rounded()` would be a call on many machines.
    static func rounded(_ weight: Double) -> Int { Int(weight * one + 1_048_576.5) - 1_048_576 }

    /// Rounds weights so that their sum is that of the exact ones, rounded: every error is carried on to the next.
    static func weights(_ exact: [Double]) -> [Int16] {
        var (sum, written) = (0.0, 0)
        return exact.map { weight in
            sum += weight
            let total = rounded(sum)
            defer { written = total }
            // 1 itself is too large for a weight; the loss is 1/127 of an 8-bit code
            return Int16(clamping: total - written)
        }
    }
}
