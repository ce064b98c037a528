import VarBlur

extension EdgeMode {
    /// The index of the sample that stands for an index inside or outside a line, or `nil` if none does.
    package func source(of index: Int, count: Int) -> Int? {
        if index >= 0 && index < count { return index }
        switch self {
        case .normalize, .transparent: return nil
        case .clamp: return index < 0 ? 0 : count - 1
        case .wrap: return ((index % count) + count) % count
        case .mirror:
            let folded = ((index % (2 * count)) + 2 * count) % (2 * count)
            return folded < count ? folded : 2 * count - 1 - folded
        }
    }
}

extension PixelBuffer {
    /// The sample values; straight colors are multiplied by alpha (as a fraction of full scale).
    ///
    /// With a model of light, colors are linear.
    package borrowing func premultipliedSamples(_ light: LightModel? = nil) -> [Double] {
        let last = format.channels.count - 1
        let isStraight = format.channels.hasAlpha && format.alpha == .straight
        var samples: [Double] = []
        samples.reserveCapacity(width * height * (last + 1))
        for y in 0..<height {
            for x in 0..<width {
                if let light {
                    samples += light.pixel(self, x, y)
                    continue
                }
                let alpha = isStraight ? Double(self[x, y, last]) / format.depth.fullScale : 1
                for channel in 0...last { samples.append(Double(self[x, y, channel]) * (channel == last ? 1 : alpha)) }
            }
        }
        return samples
    }
}
