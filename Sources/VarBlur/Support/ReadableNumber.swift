/// Numbers as messages and settings show them.
package enum ReadableNumber {
    /// A number in decimal notation; a whole number has no fraction.
    ///
    /// - Parameters:
    ///   - number: any number.
    ///   - decimals: the number of decimals to round to, at most 9; `nil` for all of them.
    /// - Returns: for example `20` or `0.25`.
    package static func text(_ number: Double, decimals: Int? = nil) -> String {
        let unit = (0..<(decimals ?? 0)).reduce(1.0) { unit, _ in unit * 10 }
        let shown = decimals == nil ? number : (number * unit).rounded() / unit
        let isInteger = shown == shown.rounded() && abs(shown) < 1e15
        return isInteger ? String(Int(shown)) : String(shown)
    }
}
