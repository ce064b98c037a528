/// The relative luminance of WCAG 2.2.
package enum RelativeLuminance {
    /// The luminance of each 8-bit sample value of gray, 0 to 1.
    package static let linear: [Double] = (0...255).map { TransferCurve.sRGB.linear(Double($0) / 255) }

    /// The luminance of a color with components of 0 to 1.
    package static func of(red: Double, green: Double, blue: Double) -> Double {
        let curve = TransferCurve.sRGB
        return 0.2126 * curve.linear(red) + 0.7152 * curve.linear(green) + 0.0722 * curve.linear(blue)
    }

    /// The luminance of a pixel of 8 bits in the order blue, green, red, alpha.
    @inlinable
    package static func of(_ pixel: SIMD4<Int32>) -> Double {
        0.2126 * linear[Int(pixel.z)] + 0.7152 * linear[Int(pixel.y)] + 0.0722 * linear[Int(pixel.x)]
    }

    /// The contrast of two luminances, 1 to 21.
    @inlinable
    package static func contrast(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }
}
