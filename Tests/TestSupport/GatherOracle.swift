import LibC
import VariableBlur

/// The blur as a sum over every pixel that the kernel of a pixel covers, cut at six standard deviations.
///
/// It shares nothing with the library but the settings' values: ramp, weights and edge rules are written out anew. The
/// weights being products, the sum is taken over one axis and then over the other.
package struct GatherOracle {
    let blur: ProgressiveBlur
    let sampling: PlaneSampling?

    package init(_ blur: ProgressiveBlur, sampling: PlaneSampling? = nil) {
        self.blur = blur
        self.sampling = sampling
    }

    /// The exact samples, row after row: color multiplied by alpha (0 to 1) if the image has alpha, and that alpha.
    package func exactSamples(of image: borrowing PixelBuffer) -> [Double] {
        let channels = image.format.channels.count
        let input = Self.premultiplied(image)
        var output = [Double](repeating: 0, count: input.count)
        let isVertical = blur.direction.isVertical
        let (places, others) = isVertical ? (image.height, image.width) : (image.width, image.height)
        let (placeStep, otherStep) =
            isVertical ? (image.width * channels, channels) : (channels, image.width * channels)
        var sums = [Double](repeating: 0, count: others * channels)
        for place in 0..<places {
            let sigma = sigma(x: place, y: place, width: image.width, height: image.height)
            let (along, across) = isVertical ? (sigma.y, sigma.x) : (sigma.x, sigma.y)
            for index in sums.indices { sums[index] = 0 }
            for (i, weight) in weights(at: place, of: places, along) {
                for other in 0..<others {
                    for channel in 0..<channels {
                        sums[other * channels + channel] += weight * input[i * placeStep + other * otherStep + channel]
                    }
                }
            }
            for other in 0..<others {
                for (j, weight) in weights(at: other, of: others, across) {
                    for channel in 0..<channels {
                        output[place * placeStep + other * otherStep + channel] += weight * sums[j * channels + channel]
                    }
                }
            }
        }
        return output
    }

    /// The codes as numbers, straight color multiplied by alpha / full scale.
    private static func premultiplied(_ image: borrowing PixelBuffer) -> [Double] {
        let last = image.format.channels.count - 1
        let isStraight = image.format.channels.hasAlpha && image.format.alpha == .straight
        var samples: [Double] = []
        for y in 0..<image.height {
            for x in 0..<image.width {
                let alpha = isStraight ? Double(image[x, y, last]) / image.format.depth.fullScale : 1
                for channel in 0...last {
                    samples.append(Double(image[x, y, channel]) * (channel == last ? 1 : alpha))
                }
            }
        }
        return samples
    }

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

    /// The samples of a line that enter the value at a position, with their weights.
    private func weights(at position: Int, of count: Int, _ sigma: Double) -> [(Int, Double)] {
        guard sigma > 0 else { return [(position, 1)] }
        let reach = Int((6 * sigma).rounded(.up))
        var weights = [Double](repeating: 0, count: count)
        var total = 0.0
        for offset in -reach...reach {
            let g = exp(-Double(offset * offset) / (2 * sigma * sigma))
            let source = resolve(position + offset, count)
            if source != nil || blur.edges != .normalize { total += g }
            if let source { weights[source] += g }
        }
        return weights.enumerated().filter { $1 > 0 }.map { ($0, $1 / total) }
    }

    /// The sample that stands for one outside the line, if the edge rule knows one.
    private func resolve(_ index: Int, _ count: Int) -> Int? {
        if index >= 0 && index < count { return index }
        switch blur.edges {
        case .normalize, .transparent: return nil
        case .clamp: return index < 0 ? 0 : count - 1
        case .wrap: return ((index % count) + count) % count
        case .mirror:
            let folded = ((index % (2 * count)) + 2 * count) % (2 * count)
            return folded < count ? folded : 2 * count - 1 - folded
        }
    }
}

extension GatherOracle {
    /// The largest distance of a code from the exact value, in codes; of color with alpha, times that alpha.
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
                    let code = Double(result[x, y, channel]) * (channel == last ? 1 : alpha)
                    largest = max(largest, abs(code - exact[index + channel]))
                }
                index += last + 1
            }
        }
        return largest
    }
}
