internal import VarBlur

extension ImageConversion {
    /// Converts a blurred row to the written format: composites it over the background, repeats gray in all color channels, and
    /// rounds to the written depth.
    func convert(_ row: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
        let (channelCount, sources) = (blurred.channels.count, sourceChannels)
        let (scale, fullScale) = (Int(blurred.depth.fullScale), Int(written.depth.fullScale))
        let backdrop = backdrop(fullScale)
        let isComposited = background != nil
        for x in 0..<result.count / written.bytesPerPixel {
            let pixel = x * channelCount
            let alpha = isComposited ? unsafe sampleValue(pixel + channelCount - 1, of: row) : scale
            for (channel, source) in sources.enumerated() {
                let value = unsafe sampleValue(pixel + source, of: row)
                let sum = value * alpha * fullScale + backdrop[channel % 3] * (scale - alpha) * scale
                unsafe store((sum + scale * scale / 2) / (scale * scale), x * sources.count + channel, in: result)
            }
        }
    }

    /// For each written channel, the blurred channel that it comes from.
    private var sourceChannels: [Int] {
        let (source, target) = (blurred.channels, written.channels)
        guard source.isGray else { return Array(0..<target.count) }
        return (0..<target.count).map { target.hasAlpha && $0 == target.count - 1 ? source.count - 1 : 0 }
    }

    /// The background's color components in sample values of the written depth.
    private func backdrop(_ fullScale: Int) -> [Int] {
        let color = background ?? RGBColor(red: 0, green: 0, blue: 0)
        return [color.red, color.green, color.blue].map { Int($0) * fullScale / 255 }
    }

    private func sampleValue(_ index: Int, of row: UnsafeRawBufferPointer) -> Int {
        blurred.depth == .eight
            ? unsafe Int(row[index]) : unsafe Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
    }

    private func store(_ value: Int, _ index: Int, in row: UnsafeMutableRawBufferPointer) {
        if written.depth == .eight {
            unsafe row[index] = UInt8(value)
        } else {
            unsafe row.storeBytes(of: UInt16(value), toByteOffset: 2 * index, as: UInt16.self)
        }
    }
}
