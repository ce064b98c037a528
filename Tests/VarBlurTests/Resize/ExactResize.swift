import Foundation
import VarBlur

/// A direct implementation of the resize in double precision, which shares nothing with the library.
struct ExactResize {
    let width: Int
    let height: Int
    /// The samples of the result, unrounded, in sample values; straight colors are not multiplied by alpha.
    private let samples: [Double]
    private let format: PixelFormat

    /// Resizes a part of an image.
    init(
        _ source: borrowing PixelBuffer, width: Int, height: Int, from region: SourceRegion, light: BlurLight = .encoded
    ) {
        (self.width, self.height, format) = (width, height, source.format)
        let channels = source.format.channels.count
        let loaded = Self.load(source, light)
        // along columns
        let rows = Self.taps(source.height, region.y, region.height, height)
        let rowLength = source.width * channels
        var sums = [Double](repeating: 0, count: height * rowLength)
        for y in 0..<height {
            for (row, weight) in rows[y] {
                for i in 0..<rowLength { sums[y * rowLength + i] += weight * loaded[row * rowLength + i] }
            }
        }
        // along rows
        let columns = Self.taps(source.width, region.x, region.width, width)
        var results = [Double](repeating: 0, count: width * height * channels)
        for y in 0..<height {
            for x in 0..<width {
                for (column, weight) in columns[x] {
                    for channel in 0..<channels {
                        results[(y * width + x) * channels + channel] +=
                            weight * sums[y * rowLength + column * channels + channel]
                    }
                }
            }
        }
        Self.store(&results, format, light)
        samples = results
    }

    /// The largest difference of an image from the exact result, in sample values; straight colors are weighted by alpha.
    func largestError(of image: borrowing PixelBuffer) -> Double {
        let (channels, full) = (format.channels.count, format.depth.fullScale)
        let isStraight = format.channels.hasAlpha && format.alpha == .straight
        var largest = 0.0
        for y in 0..<height {
            for x in 0..<width {
                let first = (y * width + x) * channels
                let alpha = isStraight ? image[x, y, channels - 1] : 0
                for channel in 0..<channels {
                    let value = image[x, y, channel]
                    let isColor = isStraight && channel < channels - 1
                    if isColor && alpha == 0 {
                        // what is transparent has no color
                        if value != 0 { return .infinity }
                        continue
                    }
                    let error = abs(Double(value) - samples[first + channel])
                    largest = max(largest, isColor ? error * Double(alpha) / full : error)
                }
            }
        }
        return largest
    }

    /// The mean of the squared differences of an image without straight alpha, in squares of 8-bit steps.
    func meanSquaredError(of image: borrowing PixelBuffer) -> Double {
        let scale = 255 / format.depth.fullScale
        let sum = zip(image.sampleValues(), samples).reduce(0) { sum, pair in
            let error = (Double(pair.0) - pair.1) * scale
            return sum + error * error
        }
        return sum / Double(samples.count)
    }

    /// For every result, indices of samples inside the image and their weights.
    private static func taps(
        _ count: Int, _ origin: Double, _ extent: Double, _ resultCount: Int
    ) -> [[(Int, Double)]] {
        let step = extent / Double(resultCount)
        if step == 1 && origin == origin.rounded() && origin >= 0 && origin + extent <= Double(count) {
            return (0..<resultCount).map { [(Int(origin) + $0, 1)] }
        }
        let scale = max(step, 1)
        let low = min(0, Int((origin + 1e-9).rounded(.down)))
        let high = max(count, Int((origin + extent - 1e-9).rounded(.up)))
        return (0..<resultCount).map { result in
            let center = origin + (Double(result) + 0.5) * step
            var taps: [(Int, Double)] = []
            for index in Int((center - 3 * scale).rounded(.down)) - 1...Int((center + 3 * scale).rounded(.up)) + 1 {
                let weight = lanczos((Double(index) + 0.5 - center) / scale)
                guard weight != 0 else { continue }
                // mirrored once, then limited
                var inside = index < low ? 2 * low - 1 - index : index >= high ? 2 * high - 1 - index : index
                inside = min(max(inside, low), high - 1)
                taps.append((min(max(inside, 0), count - 1), weight))
            }
            let sum = taps.reduce(0) { $0 + $1.1 }
            return taps.map { ($0.0, $0.1 / sum) }
        }
    }

    private static func lanczos(_ x: Double) -> Double {
        if abs(x) >= 3 { return 0 }
        return abs(x) < 1e-12 ? 1 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
    }

    private static func curve(_ light: BlurLight, _ channel: Int, _ format: PixelFormat) -> TransferCurve {
        light.curves.count == 1 ? light.curves[0] : light.curves[format.channels.count < 3 ? 1 : channel]
    }

    /// The samples of an image, with colors multiplied by alpha.
    private static func load(_ image: borrowing PixelBuffer, _ light: BlurLight) -> [Double] {
        let (format, channels, full) = (image.format, image.format.channels.count, image.format.depth.fullScale)
        let bytes = image.bytes
        var samples = (0..<image.width * image.height * channels).map { index in
            format.depth == .eight
                ? Double(bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt8.self))
                : Double(bytes.unsafeLoadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        }
        guard light.isLinear || format.channels.hasAlpha && format.alpha == .straight else { return samples }
        for first in stride(from: 0, to: samples.count, by: channels) {
            let alpha = format.channels.hasAlpha ? samples[first + channels - 1] / full : 1
            for channel in 0..<(format.channels.hasAlpha ? channels - 1 : channels) {
                let isPremultiplied = format.channels.hasAlpha && format.alpha == .premultiplied
                var color = samples[first + channel] / full
                if isPremultiplied { color = alpha > 0 ? color / alpha : 0 }
                if light.isLinear { color = curve(light, channel, format).linear(color) }
                samples[first + channel] = color * alpha * full
            }
        }
        return samples
    }

    /// Converts sums to sample values.
    private static func store(_ samples: inout [Double], _ format: PixelFormat, _ light: BlurLight) {
        let (channels, full, hasAlpha) = (format.channels.count, format.depth.fullScale, format.channels.hasAlpha)
        for first in stride(from: 0, to: samples.count, by: channels) {
            let alpha = hasAlpha ? max(samples[first + channels - 1], 0) : full
            for channel in 0..<(hasAlpha ? channels - 1 : channels) {
                var color = max(samples[first + channel], 0)
                if light.isLinear || hasAlpha && format.alpha == .straight {
                    color = alpha > 0 ? color / alpha : 0
                    if light.isLinear { color = curve(light, channel, format).encoded(color) }
                    color *= hasAlpha && format.alpha == .premultiplied ? alpha : full
                }
                samples[first + channel] = min(color, hasAlpha && format.alpha == .premultiplied ? alpha : full, full)
            }
            if hasAlpha { samples[first + channels - 1] = min(alpha, full) }
        }
    }
}
