internal import VarBlurLibC
internal import VarBlur

/// Continues a picture beyond its sides in memory: mirrored, with the slope at the side continued for a few pixels.
///
/// With the distance d from the joint and the slope g, the mirrored value has 2 g d e^(-d / L) added to it. At the joint, the derivative of
/// the sum is that of the picture. The length L falls with the slope, so that the term never exceeds a few sample values.
@unsafe
struct MirroredPicture {
    /// The greatest added value.
    private static let greatestExcess: Float = 6
    /// The greatest length L in pixels.
    private static let greatestLength: Float = 8
    /// The number of pixels of a line at the side from which the slope is measured.
    private static let slopePixels = 6
    /// The slope is averaged over this number of lines on either side of each.
    private static let averagedLines = 4

    /// How much the variance of a slope counts: slopes of less than two standard deviations are taken for noise.
    private static let noiseWeight: Float = 4

    private let pixels: UnsafeMutablePixels
    private let channels: Int

    init(_ pixels: UnsafeMutablePixels) {
        unsafe self.pixels = pixels
        unsafe channels = pixels.layout.format.channels.count
    }

    /// Adds columns to the left and right of the rows of a region.
    func extendColumns(_ region: PixelRegion, leading: Int, trailing: Int) {
        let (layout, step) = unsafe (pixels.layout, channels)
        let first = layout.byteOffset(x: region.x, y: region.y)
        unsafe extend(first, step, region.width, (layout.bytesPerRow, region.height), before: leading, after: trailing)
    }

    /// Adds rows above and below a region, over the whole width of the image.
    func extendRows(_ region: PixelRegion, top: Int, bottom: Int) {
        let (layout, lineStep) = unsafe (pixels.layout, channels)
        let first = layout.byteOffset(x: 0, y: region.y)
        unsafe extend(first, layout.bytesPerRow, region.height, (lineStep, layout.width), before: top, after: bottom)
    }

    /// Adds pixels to both ends of lines, whose first one begins at an offset, with a distance in bytes between their pixels.
    private func extend(
        _ first: Int, _ step: Int, _ depth: Int, _ lines: (step: Int, count: Int), before: Int, after: Int
    ) {
        let edge = unsafe pixels.base.assumingMemoryBound(to: UInt8.self) + first
        unsafe extend(
            Side(edge: edge, step: -step, lineStep: lines.step, depth: depth, lines: lines.count, added: before))
        unsafe extend(
            Side(
                edge: edge + (depth - 1) * step, step: step, lineStep: lines.step, depth: depth, lines: lines.count,
                added: after))
    }

    /// One side of a picture.
    @unsafe
    private struct Side {
        /// The first pixel of the first line, at the side.
        let edge: UnsafeMutablePointer<UInt8>
        /// The distance in bytes from a pixel to the next one outward.
        let step: Int
        /// The distance in bytes from a line to the next one.
        let lineStep: Int
        /// The number of pixels of a line inside of the picture.
        let depth: Int
        let lines: Int
        /// The number of pixels to add to each line.
        let added: Int
    }

    private func extend(_ side: Side) {
        guard unsafe side.added > 0 else { return }
        let hasAlpha = unsafe pixels.layout.format.channels.hasAlpha
        let isPremultiplied = unsafe hasAlpha && pixels.layout.format.alpha == .premultiplied
        let channels = unsafe channels
        let colors = hasAlpha ? channels - 1 : channels
        for channel in 0..<channels {
            let slopes = channel < colors ? unsafe slopes(side, channel) : []
            for line in unsafe 0..<side.lines {
                unsafe extend(side, line, channel, slope: slopes.isEmpty ? 0 : slopes[line])
            }
        }
        guard isPremultiplied else { return }
        for line in unsafe 0..<side.lines {
            for distance in unsafe 1...side.added {
                let pixel = unsafe side.edge + (line * side.lineStep + distance * side.step)
                for channel in 0..<colors { unsafe pixel[channel] = min(pixel[channel], pixel[colors]) }
            }
        }
    }

    private func extend(_ side: Side, _ line: Int, _ channel: Int, slope: Float) {
        let edge = unsafe side.edge + (line * side.lineStep + channel)
        let (depth, step) = unsafe (side.depth, side.step)
        // 2 g d e^(-d / L) is greatest at d = L
        let euler: Float = 2.718_281_8
        let length = unsafe min(Self.greatestLength, Self.greatestExcess * euler / max(2 * abs(slope), 1e-6))
        for index in unsafe 0..<side.added {
            // the picture, mirrored at both sides over and over
            let place = index % (2 * depth)
            let mirrored = unsafe edge[-step * (place < depth ? place : 2 * depth - 1 - place)]
            let target = unsafe edge + (index + 1) * step
            let distance = Float(index) + 0.5
            guard slope != 0, distance < 16 * length else {
                unsafe target.pointee = mirrored
                continue
            }
            let excess = 2 * slope * distance * exp(-distance / length)
            unsafe target.pointee = UInt8(min(max(Float(mirrored) + excess + 0.5, 0), 255))
        }
    }

    /// The average outward slope of each line of one channel at the side, by least squares.
    ///
    /// Noise has slopes, too, which would show as stripes. So the square of a slope is reduced relative to its variance, which follows from the
    /// residuals of the straight lines.
    private func slopes(_ side: Side, _ channel: Int) -> [Float] {
        let (lines, count) = unsafe (side.lines, min(Self.slopePixels, side.depth))
        guard count >= 2 else { return [] }
        let middle = Float(count - 1) / 2
        let norm = (0..<count).reduce(Float(0)) { $0 + (middle - Float($1)) * (middle - Float($1)) }
        // sums of the slopes of all lines up to each, and of their variances
        var sums: [SIMD2<Float>] = [SIMD2()]
        sums.reserveCapacity(lines + 1)
        for line in 0..<lines {
            let edge = unsafe side.edge + (line * side.lineStep + channel)
            var (slope, sum, squares): (Float, Float, Float) = (0, 0, 0)
            for index in 0..<count {
                let value = unsafe Float(edge[-side.step * index])
                slope += (middle - Float(index)) * value
                sum += value
                squares += value * value
            }
            slope /= norm
            let residual = max(0, squares - sum * sum / Float(count) - slope * slope * norm)
            sums.append(sums[line] + SIMD2(slope, residual / (Float(max(1, count - 2)) * norm)))
        }
        let (reach, weight) = unsafe (Self.averagedLines, Self.noiseWeight)
        return (0..<lines).map { line in
            let range = max(0, line - reach)..<min(lines, line + reach + 1)
            let mean = (sums[range.upperBound] - sums[range.lowerBound]) / Float(range.count)
            let variance = mean.y / Float(range.count)
            return mean.x == 0 ? 0 : mean.x * max(0, 1 - weight * variance / (mean.x * mean.x))
        }
    }
}
