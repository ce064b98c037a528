import VarBlurLibC
import TestSupport
import VarBlur

/// The definition of a blur behind a matte, in double precision: it shares only the image and the samples of the matte with the library.
struct MatteModel {
    /// Curves of the coverage, as fractions of the image's width and height.
    enum Shape: String, CaseIterable {
        /// A disk with a sharp edge, which covers pixels partly.
        case disk
        /// A disk whose edge is as wide as its radius.
        case softDisk = "soft disk"
        /// Pixels that are half covered everywhere, and partly more.
        case veil
        /// A comb: narrow stripes of background between the subject's.
        case comb
        /// Two thirds of the image, with a hole of some pixels.
        case hole

        func coverage(_ u: Double, _ v: Double) -> Double {
            let distance = ((u - 0.45) * (u - 0.45) + (v - 0.5) * (v - 0.5)).squareRoot()
            switch self {
            case .disk: return min(max((0.3 - distance) * 100, 0), 1)
            case .softDisk: return min(max((0.3 - distance) / 0.3, 0), 1)
            case .veil: return 0.5 + 0.45 * sin(9 * u) * cos(7 * v)
            case .comb: return v > 0.2 && sin(60 * u) > -0.5 ? 1 : 0
            case .hole: return u < 0.67 && (abs(u - 0.3) > 0.05 || abs(v - 0.5) > 0.05) ? 1 : 0
            }
        }

        /// A matte with this coverage.
        func matte(_ width: Int, _ height: Int, isInverted: Bool = false) throws -> AlphaMask {
            let samples = Self.values(self, width, height).map { UInt8((isInverted ? 1 - $0 : $0) * 255 + 0.5) }
            return try AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted)
        }

        /// The coverage of the samples of a matte.
        static func values(_ shape: Shape, _ width: Int, _ height: Int) -> [Double] {
            (0..<width * height).map { index in
                let (x, y) = (Double(index % width) + 0.5, Double(index / width) + 0.5)
                return shape.coverage(x / Double(width), y / Double(height))
            }
        }
    }

    private let edges: EdgeMode
    private let light: LightModel?
    private let sigma: (_ x: Int, _ y: Int) -> Double
    /// The part of the background that remains after it has faded.
    var kept: (_ x: Int, _ y: Int) -> Double = { _, _ in 1 }
    private let (width, height, channels): (Int, Int, Int)
    private let hasAlpha: Bool
    private let fullScale: Double
    /// The channels of every pixel; colors are multiplied by alpha, and linear if there is a model of light.
    private let samples: [Double]
    /// The coverage of every pixel.
    private(set) var coverage: [Double] = []

    /// Describes a blur; the values of the matte are row by row.
    init(
        _ image: borrowing PixelBuffer, matte: (width: Int, height: Int, values: [Double]), edges: EdgeMode,
        light: LightModel? = nil, sigma: @escaping (_ x: Int, _ y: Int) -> Double
    ) {
        (self.edges, self.light, self.sigma) = (edges, light, sigma)
        let format = image.format
        (width, height, channels) = (image.width, image.height, format.channels.count)
        (hasAlpha, fullScale) = (format.channels.hasAlpha, format.depth.fullScale)
        samples = image.premultipliedSamples(light)
        for y in 0..<height {
            for x in 0..<width {
                coverage.append(Self.interpolated(matte, Double(x) + 0.5, Double(y) + 0.5, width, height))
            }
        }
    }

    /// The matte between the centers of its samples.
    private static func interpolated(
        _ matte: (width: Int, height: Int, values: [Double]), _ x: Double, _ y: Double, _ width: Int, _ height: Int
    ) -> Double {
        func place(_ position: Double, _ length: Int, _ count: Int) -> (Int, Int, Double) {
            let sample = min(max(position * Double(count) / Double(length) - 0.5, 0), Double(count - 1))
            let first = Int(sample)
            return (first, min(first + 1, count - 1), sample - Double(first))
        }
        let (left, right, u) = place(x, width, matte.width)
        let (top, bottom, v) = place(y, height, matte.height)
        func value(_ x: Int, _ y: Int) -> Double { matte.values[y * matte.width + x] }
        let upper = value(left, top) * (1 - u) + value(right, top) * u
        let lower = value(left, bottom) * (1 - u) + value(right, bottom) * u
        return upper * (1 - v) + lower * v
    }

    /// The exact channels of a pixel, multiplied by alpha, and how much errors of the sums are amplified.
    func pixel(_ x: Int, _ y: Int) -> (channels: [Double], amplification: Double) {
        let front = coverage[y * width + x]
        let center = Array(samples[(y * width + x) * channels..<(y * width + x + 1) * channels])
        if front >= 1 { return (center, 1) }
        let sigma = sigma(x, y)
        let down = Self.weights(y, height, sigma, edges)
        let right = Self.weights(x, width, sigma, edges)
        var sums = [Double](repeating: 0, count: channels)
        var total = down.outside + right.outside - down.outside * right.outside
        for (row, rowWeight) in down.inside {
            for (column, weight) in right.inside {
                let index = row * width + column
                let share = rowWeight * weight * (1 - coverage[index])
                total += share
                for channel in 0..<channels { sums[channel] += share * samples[index * channels + channel] }
            }
        }
        let result = center.indices.map { front * center[$0] + (1 - front) * kept(x, y) * sums[$0] / total }
        return (result, max((1 - front) / total, 1))
    }

    /// The weights of the samples of an axis, and that of what lies beyond transparent edges.
    private static func weights(
        _ position: Int, _ count: Int, _ sigma: Double, _ edges: EdgeMode
    ) -> (inside: [(Int, Double)], outside: Double) {
        guard sigma > 0 else { return ([(position, 1)], 0) }
        let reach = Int((8 * sigma).rounded(.up))
        var (weights, outside, sum) = ([Double](repeating: 0, count: count), 0.0, 0.0)
        for offset in -reach...reach {
            let weight = exp(-Double(offset * offset) / (2 * sigma * sigma))
            sum += weight
            if let index = edges.source(of: position + offset, count: count) {
                weights[index] += weight
            } else if edges == .transparent {
                outside += weight
            }
        }
        return (weights.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element / sum) }, outside / sum)
    }

    /// The greatest error of a blurred image at some pixels, in 8-bit steps, besides rounding.
    ///
    /// - Parameters:
    ///   - result: the blurred image.
    ///   - pixels: the pixels to check.
    ///   - isRelative: whether errors are divided by their amplification.
    /// - Returns: the error.
    func worstError(
        of result: borrowing PixelBuffer, at pixels: [(x: Int, y: Int)], isRelative: Bool = true
    ) -> Double {
        let isStraight = hasAlpha && result.format.alpha == .straight
        var worst = 0.0
        for (x, y) in pixels {
            let (exact, amplification) = pixel(x, y)
            let alpha = hasAlpha ? exact[channels - 1] / fullScale : 1
            for channel in 0..<channels {
                let isColor = !hasAlpha || channel < channels - 1
                var value = exact[channel]
                if let light, isColor {
                    value = alpha > 0 ? light.encoded(value / alpha / fullScale) * alpha * fullScale : 0
                }
                let factor = isStraight && isColor ? alpha : 1
                let rounding = 0.5 * factor
                let error = max(abs(Double(result[x, y, channel]) * factor - value) - rounding, 0)
                // the color of a pixel whose alpha rounds to 0 is not stored
                if isStraight && isColor && exact[channels - 1] < 0.6 { continue }
                worst = max(worst, error / (isRelative ? amplification : 1) / (fullScale / 255))
            }
        }
        return worst
    }
}

extension AlphaMask {
    /// The values of a matte that was made from 8-bit samples.
    var model: (width: Int, height: Int, values: [Double]) {
        var values: [Double] = []
        withSampleBytes { bytes in
            for index in 0..<width * height {
                let value = unsafe Double(bytes[index]) / 255
                values.append(isInverted ? 1 - value : value)
            }
        }
        return (width, height, values)
    }
}
