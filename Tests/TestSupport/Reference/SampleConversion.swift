@testable import VarBlur

/// Conversion between the sample values of an image and the numbers that are blurred.
///
/// Straight-alpha color is multiplied by its alpha before the blur, and divided by the blurred alpha after it, before
/// either is rounded; otherwise the color of transparent pixels would bleed into their neighbors. In linear light, colors are converted
/// before they are multiplied, and encoded after they are divided; premultiplied ones are divided and multiplied for that.
struct SampleConversion {
    private let format: PixelFormat
    /// The curves of the colors; none if values are blurred as they are stored.
    private let curves: [TransferCurve]

    private var channels: Int { format.channels.count }
    private var fullScale: Double { format.depth.fullScale }
    private var isStraight: Bool { format.channels.hasAlpha && format.alpha == .straight }

    init(_ format: PixelFormat, _ light: BlurLight) {
        self.format = format
        curves = light.curves(of: format)
    }

    /// The samples of a line of values.
    func samples(of values: [Double]) -> [Double] {
        var samples = values
        for first in stride(from: 0, to: values.count, by: channels) {
            let alpha = format.channels.hasAlpha ? values[first + channels - 1] : fullScale
            let opaque = isStraight ? fullScale : alpha
            for (channel, curve) in curves.enumerated() {
                samples[first + channel] = opaque > 0 ? curve.linear(values[first + channel] / opaque) * opaque : 0
            }
            if isStraight { for channel in 0..<channels - 1 { samples[first + channel] *= alpha } }
        }
        return samples
    }

    /// Encodes the colors of a line of blurred samples, if they are linear light.
    func encode(_ samples: inout [Double]) {
        guard !curves.isEmpty else { return }
        for first in stride(from: 0, to: samples.count, by: channels) {
            // straight colors are multiplied by alpha as it is stored, premultiplied ones by its fraction of full scale
            let alpha = format.channels.hasAlpha ? samples[first + channels - 1] : fullScale
            let white = isStraight ? alpha * fullScale : alpha
            for (channel, curve) in curves.enumerated() {
                let sample = samples[first + channel]
                samples[first + channel] = white > 0 ? curve.encoded(sample / white) * white : 0
            }
        }
    }

    /// The rounded values of a line of encoded samples.
    func values(of samples: [Double]) -> [Double] {
        var values = samples.map { rounded($0, upTo: fullScale) }
        guard format.channels.hasAlpha else { return values }
        for first in stride(from: 0, to: samples.count, by: channels) {
            let (alpha, alphaValue) = (samples[first + channels - 1], values[first + channels - 1])
            for index in first..<first + channels - 1 {
                if !isStraight {
                    values[index] = rounded(samples[index], upTo: alphaValue)
                } else {
                    values[index] = alphaValue == 0 ? 0 : rounded(samples[index] / alpha, upTo: fullScale)
                }
            }
        }
        return values
    }

    private func rounded(_ sample: Double, upTo limit: Double) -> Double {
        min(max((sample + 0.5).rounded(.down), 0), limit)
    }
}
