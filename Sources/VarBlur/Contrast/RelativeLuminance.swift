/// The relative luminance of WCAG 2.2.
package enum RelativeLuminance {
    /// The luminance of each 8-bit sample value of gray, 0 to 1.
    package static let linear: [Double] = (0...255).map { light(of: Double($0) / 255) }

    /// The linear light of a component, rounded: the last bits of the C library's functions differ between platforms.
    private static func light(of value: Double) -> Double {
        (TransferCurve.sRGB.linear(value) * 0x1p40).rounded() * 0x1p-40
    }

    /// The luminance of a color with components of 0 to 1.
    package static func of(red: Double, green: Double, blue: Double) -> Double {
        of(SIMD3(light(of: red), light(of: green), light(of: blue)))
    }

    /// The luminance of a pixel of 8 bits in the order blue, green, red, alpha.
    @inlinable
    package static func of(_ pixel: SIMD4<Int32>) -> Double {
        of(SIMD3(linear[Int(pixel.z)], linear[Int(pixel.y)], linear[Int(pixel.x)]))
    }

    /// The luminance of linear light.
    @inlinable
    package static func of(_ light: SIMD3<Double>) -> Double {
        let weights = ColorFormula.standardLuminance
        return weights.x * light.x + weights.y * light.y + weights.z * light.z
    }

    /// The contrast of two luminances, 1 to 21.
    @inlinable
    package static func contrast(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }
}
