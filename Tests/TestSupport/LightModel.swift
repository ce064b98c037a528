import VarBlurLibC
import VarBlur

/// The definition of linear light: a curve and its inverse, independent of the library's.
package struct LightModel: Sendable {
    package let name: String
    /// Linear light of an encoded value; both from 0 to 1.
    package let linear: @Sendable (Double) -> Double
    /// The inverse.
    package let encoded: @Sendable (Double) -> Double
    /// The setting of the library with the same meaning.
    package let light: BlurLight

    package static let sRGB = LightModel(
        name: "sRGB", linear: { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) },
        encoded: { $0 <= 0.04045 / 12.92 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }, light: .linear)

    /// A power, as in Adobe RGB.
    package static func gamma(_ exponent: Double) throws -> LightModel {
        LightModel(
            name: "gamma \(exponent)", linear: { pow($0, exponent) }, encoded: { pow($0, 1 / exponent) },
            light: .linear(try TransferCurve(gamma: exponent)))
    }

    /// PQ (BT.2100, table 4), with 1 for 10000 cd/m².
    package static let pq = LightModel(
        name: "PQ",
        linear: { value in
            let root = pow(value, 1 / 78.84375)
            return pow(max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
        },
        encoded: { light in
            let root = pow(light, 0.1593017578125)
            return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
        }, light: .linear(.pq))

    /// The light of the scene of HLG (BT.2100, table 5).
    package static let hlg = LightModel(
        name: "HLG", linear: { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - 0.55991073) / 0.17883277) + 0.28466892) / 12 },
        encoded: { $0 <= 1.0 / 12 ? sqrt(3 * $0) : 0.17883277 * log(12 * $0 - 0.28466892) + 0.55991073 },
        light: .linear(.hlg))

    /// The channels of a pixel in units of values: colors are linear, and multiplied by alpha.
    package func pixel(_ image: borrowing PixelBuffer, _ x: Int, _ y: Int) -> [Double] {
        let (format, fullScale) = (image.format, image.format.depth.fullScale)
        var values = (0..<format.channels.count).map { Double(image[x, y, $0]) / fullScale }
        guard format.channels.hasAlpha else { return values.map { linear($0) * fullScale } }
        let alpha = values.removeLast()
        let colors = values.map { value in
            format.alpha == .straight ? value : alpha > 0 ? min(value / alpha, 1) : 0
        }
        return colors.map { linear($0) * alpha * fullScale } + [alpha * fullScale]
    }
}

extension GatherBlur {
    /// The differences of some pixels of a result in linear light from the exact ones, besides rounding.
    ///
    /// They are in 1/255 of the light of white, and in encoded 8-bit values; both are multiplied by alpha.
    package func lightErrors(
        of result: borrowing PixelBuffer, _ model: LightModel, at pixels: [(x: Int, y: Int)]
    ) -> (linear: Double, encoded: Double) {
        let (format, fullScale) = (result.format, result.format.depth.fullScale)
        let last = format.channels.count - 1
        var (greatestLinear, greatestEncoded) = (0.0, 0.0)
        for (x, y) in pixels {
            let exact = pixel(x, y)
            let alpha = format.channels.hasAlpha ? exact[last] / fullScale : 1
            for channel in 0...(format.channels.hasAlpha ? last - 1 : last) {
                guard alpha > 0.5 / fullScale else { continue }
                // a premultiplied value stands for a color in steps of 1 / alpha
                let step = format.alpha == .premultiplied && format.channels.hasAlpha ? alpha * fullScale : fullScale
                let value = Double(result[x, y, channel])
                let color = exact[channel] / fullScale / alpha
                let (low, high) = (max(value - 0.5, 0) / step, min((value + 0.5) / step, 1))
                let distance = max(model.linear(low) - color, color - model.linear(high), 0)
                greatestLinear = max(greatestLinear, distance * alpha * 255)
                let encoded = model.encoded(color)
                greatestEncoded = max(greatestEncoded, max(low - encoded, encoded - high, 0) * alpha * 255)
            }
        }
        return (greatestLinear, greatestEncoded)
    }
}
