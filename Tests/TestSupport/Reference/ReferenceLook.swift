@testable import VarBlur

extension PlaneLook {
    /// Applies the look to pixels of a line in double precision.
    ///
    /// - Parameters:
    ///   - samples: the interleaved samples; colors of pixels with alpha are multiplied by it as it is stored.
    ///   - line: the row of the plane, or the column if the plane is transposed.
    ///   - positions: the columns, or the rows if the plane is transposed.
    ///   - format: the format of the pixels.
    func apply(
        to samples: inout [Double], line: Int, positions: Range<Int>, _ format: PixelFormat
    ) {
        let lineAlpha = variesAlongLines ? 0 : alpha(ofLine: line)
        var alphas = [Float](repeating: Float(lineAlpha), count: positions.count)
        if variesAlongLines {
            var span = alphas.mutableSpan
            writeAlphas(ofRow: line, columns: positions, to: &span)
        }
        let lineKeys = isTransposed ? LookNoise.Keys.column(line) : LookNoise.Keys.row(line)
        let channels = format.channels.count
        for (index, position) in positions.enumerated() {
            let keys = isTransposed ? LookNoise.Keys.row(position) : LookNoise.Keys.column(position)
            var colors = (0..<colorCount).map { samples[index * channels + $0] }
            let opaque = hasAlpha ? samples[index * channels + channels - 1] : format.depth.fullScale
            let isStraight = hasAlpha && format.alpha == .straight
            // straight colors are multiplied by the stored alpha, premultiplied ones by its fraction of full scale
            let white = isStraight ? opaque * format.depth.fullScale : opaque
            let alpha = Double(alphas[index])
            apply(to: &colors, alpha: alpha, white: white) { kind in
                Double(LookNoise.value(lineKeys, keys, kind))
            }
            for (channel, color) in colors.enumerated() { samples[index * channels + channel] = color }
            if hasAlpha { samples[index * channels + channels - 1] = opaque * (1 - fade * alpha) }
        }
    }

    /// Applies the look to the colors of a pixel, of which the brightest possible value is `white`.
    private func apply(
        to colors: inout [Double], alpha: Double, white: Double, _ noise: (LookNoise.Kind) -> Double
    ) {
        let step = white / 255
        var middle = pivot * white
        if colorCount == 3 {
            let (red, blue) = isReversed ? (colors[2], colors[0]) : (colors[0], colors[2])
            middle = 0.299 * red + 0.587 * colors[1] + 0.114 * blue
        }
        for channel in colors.indices {
            var value = middle + (colors[channel] - middle) * (1 + saturation * alpha)
            if opacity > 0 { value += (tint[channel] * white - value) * opacity * alpha }
            value += grain * alpha * step * noise(.grain) / LookNoise.deviation
            let kept = 1 - fade * alpha
            value = min(max(value, 0), white) * kept
            if !dithers.isEmpty {
                value += noise(dithers[channel]) * LookNoise.unit * min(step * kept, value, white * kept - value)
            }
            colors[channel] = value
        }
    }
}
