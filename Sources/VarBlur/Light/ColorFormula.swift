/// The conversion of the colors of an image to sRGB through linear light, as a formula.
package struct ColorFormula: Sendable, Hashable {
    /// The curves of the colors, of which there are one or three.
    package let curves: BlurLight
    /// The linear light of red, green, and blue of sRGB: for each, the weights of the three colors.
    package let matrix: [SIMD3<Double>]
    /// What precedes the matrix for high dynamic range; `nil` for nothing.
    package let tones: ToneMapping?
    /// The weights of the colors in luminance.
    package let luminance: SIMD3<Double>

    /// The weights of the colors of sRGB in luminance.
    @inlinable
    package static var standardLuminance: SIMD3<Double> { SIMD3(0.2126, 0.7152, 0.0722) }

    package init(curves: BlurLight, matrix: [SIMD3<Double>], tones: ToneMapping? = nil) {
        (self.curves, self.matrix, self.tones) = (curves, matrix, tones)
        let weights = Self.standardLuminance
        luminance = weights.x * matrix[0] + weights.y * matrix[1] + weights.z * matrix[2]
    }

    /// The encoded color of sRGB that an encoded color becomes; both from 0 to 1.
    ///
    /// Colors that sRGB lacks are clipped: each of the three by itself, and toward gray of the same luminance if tones are mapped.
    package func converted(_ color: SIMD3<Double>) -> SIMD3<Double> {
        var light = linear(color)
        if let tones {
            light *= tones.systemFactor((luminance * light).sum())
            light *= tones.factor(light.max())
        }
        var result = SIMD3((matrix[0] * light).sum(), (matrix[1] * light).sum(), (matrix[2] * light).sum())
        if tones != nil {
            let gray = min(max((Self.standardLuminance * result).sum(), 0), 1)
            var share = 1.0
            for index in 0..<3 {
                if result[index] > 1 { share = min(share, (1 - gray) / (result[index] - gray)) }
                if result[index] < 0 { share = min(share, gray / (gray - result[index])) }
            }
            result = gray + share * (result - gray)
        }
        let curve = TransferCurve.sRGB
        return SIMD3(curve.encoded(result.x), curve.encoded(result.y), curve.encoded(result.z))
    }

    /// The encoded value of sRGB's curve that an encoded gray value becomes.
    package func convertedGray(_ value: Double) -> Double {
        var light = (luminance * linear(SIMD3(repeating: value))).sum()
        if let tones {
            light *= tones.systemFactor(light)
            light *= tones.factor(light)
        }
        return TransferCurve.sRGB.encoded(light)
    }

    /// The conversion of colors that are those of sRGB already.
    package static let standard = ColorFormula(
        curves: .linear(.sRGB), matrix: [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)])

    /// The greatest difference between the colors, or the gray values, that this conversion and another one make of the same ones, from 0
    /// to 1.
    package func greatestDifference(from other: ColorFormula, isGray: Bool) -> Double {
        // curves differ most in the shadows
        let grays = (0...64).map { Double($0) / 64 }
        if isGray { return grays.map { abs(convertedGray($0) - other.convertedGray($0)) }.max() ?? 0 }
        let levels = [0, 0.25, 0.5, 0.75, 1]
        let colors = levels.flatMap { x in levels.flatMap { y in levels.map { SIMD3(x, y, $0) } } }
        return (grays.map { SIMD3(repeating: $0) } + colors).reduce(0) { greatest, color in
            let difference = converted(color) - other.converted(color)
            return max(greatest, difference.max(), -difference.min())
        }
    }

    /// The encoded color of linear light.
    package func encoded(_ light: SIMD3<Double>) -> SIMD3<Double> {
        let (all, last) = (curves.curves, curves.curves.count - 1)
        return SIMD3(all[0].encoded(light.x), all[min(1, last)].encoded(light.y), all[last].encoded(light.z))
    }

    private func linear(_ color: SIMD3<Double>) -> SIMD3<Double> {
        let (all, last) = (curves.curves, curves.curves.count - 1)
        return SIMD3(all[0].linear(color.x), all[min(1, last)].linear(color.y), all[last].linear(color.z))
    }
}
