/// Rounds numbers one after the other; the error of each is carried over to the next, so that the sum is exact.
struct CarriedRounding {
    private var (exact, rounded) = (0.0, 0)

    /// Rounds the next number.
    @inline(__always)
    mutating func next(_ number: Double) -> Int {
        exact += number
        let total = FastRounding.nearest(exact)
        defer { rounded = total }
        return total &- rounded
    }

    /// Rounded weights, each multiplied by `scale` before.
    static func weights(_ exact: ArraySlice<Double>, scale: Double) -> [Int32] {
        var rounding = CarriedRounding()
        return exact.map { Int32(truncatingIfNeeded: rounding.next($0 * scale)) }
    }
}
