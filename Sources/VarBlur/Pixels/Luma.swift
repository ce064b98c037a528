/// The luma of ITU-R BT.601: the brightness of encoded colors.
package enum Luma {
    /// The luma of a color.
    @inlinable
    package static func of(_ red: Double, _ green: Double, _ blue: Double) -> Double {
        0.299 * red + 0.587 * green + 0.114 * blue
    }

    /// The luma of a color of integers, rounded to nearest.
    @inlinable
    package static func of<Sample: FixedWidthInteger>(_ red: Sample, _ green: Sample, _ blue: Sample) -> Sample {
        let (r, g, b): (Int, Int, Int) = (299 * Int(red), 587 * Int(green), 114 * Int(blue))
        return Sample((r + g + b + 500) / 1000)
    }
}
