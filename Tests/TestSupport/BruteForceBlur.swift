import VarBlurLibC
import VarBlur

/// A slow reference blur: the weighted sum of every pixel within six standard deviations.
///
/// It shares only the settings with the library; the ramp, the weights and the edge rules are independent
/// implementations. The two-dimensional weights are products, so the sum is taken along one axis, then along the other.
package struct BruteForceBlur {
    let blur: ProgressiveBlur
    let sampling: PlaneSampling?

    package init(_ blur: ProgressiveBlur, sampling: PlaneSampling? = nil) {
        self.blur = blur
        self.sampling = sampling
    }

    /// The exact result before rounding, in row order with interleaved channels.
    ///
    /// If the image has alpha, colors are premultiplied by alpha (as a fraction of full scale).
    package func exactSamples(of image: borrowing PixelBuffer) -> [Double] {
        let channels = image.format.channels.count
        let input = image.premultipliedSamples()
        var output = [Double](repeating: 0, count: input.count)
        // "Lines" have a constant radius: rows for a vertical ramp, columns for a horizontal one.
        let isVertical = blur.direction.isVertical
        let (lineCount, length) = isVertical ? (image.height, image.width) : (image.width, image.height)
        let (lineStep, pixelStep) =
            isVertical ? (image.width * channels, channels) : (channels, image.width * channels)
        // those of all pixels of a line; the next line may have the same
        var pixelWeights: (sigma: Double, weights: [[(Int, Double)]]) = (-1, [])
        for line in 0..<lineCount {
            let sigma = sigma(x: line, y: line, width: image.width, height: image.height)
            let (along, across) = isVertical ? (sigma.x, sigma.y) : (sigma.y, sigma.x)
            var sums = [Double](repeating: 0, count: length * channels)
            for (source, weight) in weights(at: line, of: lineCount, Self.kernel(across)) {
                for pixel in 0..<length {
                    for channel in 0..<channels {
                        sums[pixel * channels + channel] +=
                            weight * input[source * lineStep + pixel * pixelStep + channel]
                    }
                }
            }
            if along != pixelWeights.sigma {
                let kernel = Self.kernel(along)
                pixelWeights = (along, (0..<length).map { weights(at: $0, of: length, kernel) })
            }
            for pixel in 0..<length {
                for (source, weight) in pixelWeights.weights[pixel] {
                    for channel in 0..<channels {
                        output[line * lineStep + pixel * pixelStep + channel] +=
                            weight * sums[source * channels + channel]
                    }
                }
            }
        }
        return output
    }

    /// The standard deviation at a pixel, in pixels of the plane along each axis.
    private func sigma(x: Int, y: Int, width: Int, height: Int) -> (x: Double, y: Double) {
        let (ratioX, ratioY) = (sampling?.horizontalRatio ?? 1, sampling?.verticalRatio ?? 1)
        let imageX = min((Double(x) + 0.5) * ratioX, Double(sampling?.imageWidth ?? width))
        let imageY = min((Double(y) + 0.5) * ratioY, Double(sampling?.imageHeight ?? height))
        let (fromLeft, fromTop) =
            (imageX / Double(sampling?.imageWidth ?? width), imageY / Double(sampling?.imageHeight ?? height))
        let v =
            switch blur.direction {
            case .top: fromTop
            case .bottom: 1 - fromTop
            case .left: fromLeft
            case .right: 1 - fromLeft
            }
        let alpha = 1 - min(max(v / (1 - blur.startOffset), 0), 1)
        let radius = blur.minimumRadius + (blur.maximumRadius - blur.minimumRadius) * alpha
        return (radius / ratioX, radius / ratioY)
    }

    /// The values of a Gaussian at distances of 0, 1, … up to six standard deviations.
    private static func kernel(_ sigma: Double) -> [Double] {
        guard sigma > 0 else { return [1] }
        return (0...Int((6 * sigma).rounded(.up))).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    }

    /// The normalized weights of the samples that contribute to a position, with their indices.
    private func weights(at position: Int, of count: Int, _ kernel: [Double]) -> [(Int, Double)] {
        var weights = [Double](repeating: 0, count: count)
        var total = 0.0
        for offset in 1 - kernel.count..<kernel.count {
            let g = kernel[abs(offset)]
            let source = blur.edges.source(of: position + offset, count: count)
            if source != nil || blur.edges != .normalize { total += g }
            if let source { weights[source] += g }
        }
        return weights.enumerated().filter { $1 > 0 }.map { ($0, $1 / total) }
    }
}

extension BruteForceBlur {
    /// The largest absolute difference between a sample value of the result and the exact value.
    ///
    /// The unit is one sample value (1 of 255 or 65535). Differences of straight colors are multiplied by alpha.
    package func largestError(of result: borrowing PixelBuffer, from source: borrowing PixelBuffer) -> Double {
        let exact = exactSamples(of: source)
        let format = result.format
        let last = format.channels.count - 1
        let isStraight = format.channels.hasAlpha && format.alpha == .straight
        var largest = 0.0
        var index = 0
        for y in 0..<result.height {
            for x in 0..<result.width {
                let alpha = isStraight ? exact[index + last] / format.depth.fullScale : 1
                for channel in 0...last {
                    let value = Double(result[x, y, channel]) * (channel == last ? 1 : alpha)
                    largest = max(largest, abs(value - exact[index + channel]))
                }
                index += last + 1
            }
        }
        return largest
    }
}
