/// The conversion of the colors of an image to sRGB through linear light, as a formula.
package struct ColorFormula: Sendable, Hashable {
    /// The curves of the colors, of which there are one or three.
    package let curves: BlurLight
    /// The linear light of red, green, and blue of sRGB: for each, the weights of the three colors.
    package let matrix: [[Double]]
    /// What precedes the matrix for high dynamic range; `nil` for nothing.
    package let tones: ToneMapping?

    /// The weights of the colors of sRGB in luminance.
    package static let standardLuminance = [0.2126, 0.7152, 0.0722]

    package init(curves: BlurLight, matrix: [[Double]], tones: ToneMapping? = nil) {
        (self.curves, self.matrix, self.tones) = (curves, matrix, tones)
    }

    /// The weights of the colors in luminance.
    package var luminance: [Double] {
        (0..<3).map { color in (0..<3).reduce(0) { $0 + Self.standardLuminance[$1] * matrix[$1][color] } }
    }

    /// The encoded color of sRGB that an encoded color becomes; both from 0 to 1.
    ///
    /// Colors that sRGB lacks are clipped: each of the three by itself, and toward gray of the same luminance if tones are mapped.
    package func converted(_ color: [Double]) -> [Double] {
        let last = curves.curves.count - 1
        var light = color.enumerated().map { curves.curves[min($0.offset, last)].linear($0.element) }
        if let tones {
            let factor = tones.systemFactor(Self.sum(luminance, light))
            light = light.map { $0 * factor }
            let mapping = tones.factor(light.max() ?? 0)
            light = light.map { $0 * mapping }
        }
        var result = matrix.map { Self.sum($0, light) }
        if tones != nil {
            let gray = min(max(Self.sum(Self.standardLuminance, result), 0), 1)
            let share = result.reduce(1) { share, color in
                color > 1
                    ? min(share, (1 - gray) / (color - gray)) : color < 0 ? min(share, gray / (gray - color)) : share
            }
            result = result.map { gray + share * ($0 - gray) }
        }
        return result.map { TransferCurve.sRGB.encoded($0) }
    }

    /// The encoded value of sRGB's curve that an encoded gray value becomes, without clipping.
    package func convertedGray(_ value: Double) -> Double {
        var light = curves.curves[curves.curves.count / 2].linear(value)
        if let tones {
            light *= tones.systemFactor(light)
            light *= tones.factor(light)
        }
        return TransferCurve.sRGB.encoded(light)
    }

    private static func sum(_ weights: [Double], _ light: [Double]) -> Double {
        weights[0] * light[0] + weights[1] * light[1] + weights[2] * light[2]
    }
}
