/// Integers near numbers.
enum FixedPoint {
    /// The nearest integer to a number of less than 2³¹; `Double.rounded()` would be a call on many machines, and an integer
    /// would be checked for its range.
    static func rounded(_ number: Double) -> Int {
        // so large a number has no place for halves, and the integer in its last bits
        let bits = (number + 6_755_399_441_055_744).bitPattern
        return Int(Int32(truncatingIfNeeded: bits))
    }

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
