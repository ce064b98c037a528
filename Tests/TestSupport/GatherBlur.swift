import VarBlurLibC
import VarBlur

/// A slow blur whose radius varies from pixel to pixel: the weighted sum of all pixels within five standard deviations.
///
/// It shares only the image with the library; the weights and the edge rules are independent implementations.
package struct GatherBlur {
    /// The standard deviations of a pixel along both axes.
    package typealias Sigmas = (_ column: Int, _ row: Int) -> (x: Double, y: Double)

    private let edges: EdgeMode
    private let sigmas: Sigmas
    private let (width, height, channels): (Int, Int, Int)
    /// The sample values; straight colors are multiplied by alpha (as a fraction of full scale).
    private let samples: [Double]

    package init(
        _ image: borrowing PixelBuffer, edges: EdgeMode, light: LightModel? = nil, sigmas: @escaping Sigmas
    ) {
        (self.edges, self.sigmas) = (edges, sigmas)
        (width, height, channels) = (image.width, image.height, image.format.channels.count)
        samples = image.premultipliedSamples(light)
    }

    /// The standard deviation of a pixel along its row.
    package func sigma(_ column: Int, _ row: Int) -> Double { sigmas(column, row).x }

    /// The exact channels of a pixel before rounding; colors are premultiplied.
    package func pixel(_ column: Int, _ row: Int) -> [Double] {
        let sigma = sigmas(column, row)
        let down = weights(at: row, of: height, sigma.y)
        let right = weights(at: column, of: width, sigma.x)
        var result = [Double](repeating: 0, count: channels)
        samples.withUnsafeBufferPointer { samples in
            for (y, weight) in down {
                for channel in 0..<channels {
                    var sum = 0.0
                    for (x, weight) in right { sum += weight * samples[(y * width + x) * channels + channel] }
                    result[channel] += weight * sum
                }
            }
        }
        return result
    }

    /// The normalized weights of the samples that contribute to a position, with their indices.
    private func weights(at position: Int, of count: Int, _ sigma: Double) -> [(Int, Double)] {
        guard sigma > 0 else { return [(position, 1)] }
        let reach = Int((5 * sigma).rounded(.up))
        var weights: [Int: Double] = [:]
        var total = 0.0
        for offset in -reach...reach {
            let weight = exp(-Double(offset * offset) / (2 * sigma * sigma))
            let source = edges.source(of: position + offset, count: count)
            if source != nil || edges != .normalize { total += weight }
            if let source { weights[source, default: 0] += weight }
        }
        return weights.map { ($0.key, $0.value / total) }.sorted { $0.0 < $1.0 }
    }
}

extension GatherBlur {
    /// The difference between a blurred image and the exact result at some pixels, in sample values.
    ///
    /// Differences of straight colors are multiplied by alpha.
    package func errors(of result: borrowing PixelBuffer, at pixels: [(x: Int, y: Int)]) -> [Double] {
        let format = result.format
        let last = format.channels.count - 1
        let isStraight = format.channels.hasAlpha && format.alpha == .straight
        var errors: [Double] = []
        for (x, y) in pixels {
            let exact = pixel(x, y)
            let alpha = isStraight ? exact[last] / format.depth.fullScale : 1
            for channel in 0...last {
                errors.append(Double(result[x, y, channel]) * (channel == last ? 1 : alpha) - exact[channel])
            }
        }
        return errors
    }
}
