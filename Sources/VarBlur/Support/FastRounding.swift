/// Rounding to integers without function calls and range checks.
enum FastRounding {
    /// The integer nearest to a number of magnitude below 2³¹.
    ///
    /// `Double.rounded()` is a function call on many processors, and its conversion to an integer is checked.
    static func nearest(_ number: Double) -> Int {
        // adding 1.5 × 2⁵² rounds away the fraction and leaves the integer in the lowest bits
        let bits = (number + 6_755_399_441_055_744).bitPattern
        return Int(Int32(truncatingIfNeeded: bits))
    }

    /// The least integer not below a number of magnitude up to 2⁶².
    static func ceiling(_ number: Double) -> Int {
        let integer = Int(number)
        return Double(integer) < number ? integer + 1 : integer
    }

    /// The largest integer not above a number of magnitude up to 2⁶².
    static func floor(_ number: Double) -> Int {
        let integer = Int(number)
        return Double(integer) > number ? integer - 1 : integer
    }
}
