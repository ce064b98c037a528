/// The resampling of one axis with Lanczos' filter of three lobes (Claude Duchon, "Lanczos Filtering in One and Two Dimensions", 1979).
///
/// To reduce an image, the filter is widened by the ratio of the sizes, so that it removes what the result cannot show. Beyond the ends,
/// samples are mirrored once, and then the last one is repeated. All numbers are the same on every platform: they are computed without
/// the C library's functions.
///
/// Samples may be means of several samples of the original, as those of a decoder that reduces an image. A mean differs from the sample
/// in its middle by 1/24 of the second derivative, which the weights then restore: to the signal-to-noise ratio of a thumbnail, this adds
/// 0.6 to 4 dB. The first and the last sample may be means of fewer: where the original, or a crop of it, ends within them. They then count
/// for less, and samples are mirrored at these ends.
struct LanczosAxis {
    /// The number of samples of the source.
    let sampleCount: Int
    /// The number of samples of the result.
    let resultCount: Int
    /// Whether every sample of the result is one of the source.
    let isCopy: Bool
    /// The position of the first edge of the result in the source, and the size of one of its samples.
    private let origin: Double
    private let step: Double
    /// The samples from the filter's center to its first zero.
    private let scale: Double
    /// The bounds at which samples are mirrored: those of the source, or of the region if it exceeds them.
    private let bounds: Range<Int>
    /// The share of the difference from its neighbors by which a sample is sharpened; 0 unless samples are means.
    private let sharpening: Double
    private let filter: ResizeFilter
    /// Where the original starts and ends, within the first and the last sample; `nil` if it fills them.
    private let content: ClosedRange<Double>?

    private static let lobeCount = 3.0

    /// Whether the result has at most half as many samples.
    var isReduction: Bool { scale >= 2 }

    /// Describes the resampling of an axis.
    ///
    /// - Parameters:
    ///   - sampleCount: the number of samples of the source, at least 1.
    ///   - origin: the start of the part to resample, at least -`sampleCount`.
    ///   - extent: the length of the part, which ends at 2 `sampleCount` or before.
    ///   - resultCount: the number of samples of the result, at least 1.
    ///   - reduction: the number of samples of the original of which each sample of the source is the mean.
    ///   - content: where the original starts and ends, within the first and the last sample.
    ///   - filter: the filter.
    init(
        sampleCount: Int, origin: Double, extent: Double, resultCount: Int, reduction: Int = 1,
        content: ClosedRange<Double>? = nil, filter: ResizeFilter = .lanczos
    ) {
        self.filter = filter
        (self.sampleCount, self.resultCount, self.origin) = (sampleCount, resultCount, origin)
        step = extent / Double(resultCount)
        scale = max(step, 1)
        // a region may end a rounding error beyond a sample
        let (first, last) = (FastRounding.floor(origin + 1e-9), FastRounding.ceiling(origin + extent - 1e-9))
        bounds = min(first, 0)..<max(last, sampleCount)
        isCopy = step == 1 && origin == Double(first) && first >= 0 && last <= sampleCount
        sharpening = (1 - 1 / Double(reduction * reduction)) / 24
        self.content = content == 0...Double(sampleCount) ? nil : content
    }

    /// The samples that a sample of the result depends on.
    func window(of result: Int) -> Range<Int> {
        if isCopy {
            let index = Int(origin) + result
            return index..<index + 1
        }
        var taps = taps(of: result)
        if sharpening > 0 { taps = taps.lowerBound - 1..<taps.upperBound + 1 }
        // samples beyond the ends are mirrored to these
        let mirroredLow = 2 * bounds.upperBound - taps.upperBound - (content == nil ? 0 : 2)
        let mirroredHigh = 2 * bounds.lowerBound - 1 - taps.lowerBound + (content == nil ? 0 : 2)
        let low = max(min(taps.lowerBound, mirroredLow), bounds.lowerBound)
        let high = min(max(taps.upperBound - 1, mirroredHigh), bounds.upperBound - 1)
        return clamped(low)..<clamped(high) + 1
    }

    /// Adds the weights of a sample of the result, which sum to 1, to numbers that are 0.
    ///
    /// - Parameters:
    ///   - result: the sample of the result.
    ///   - weights: one number for each sample of its window.
    func addWeights(of result: Int, to weights: inout [Double]) {
        if isCopy {
            weights[0] = 1
            return
        }
        let (center, first, taps) = (center(of: result), window(of: result).lowerBound, taps(of: result))
        if let content, taps.lowerBound <= 1 || taps.upperBound >= sampleCount - 1 {
            return addWeights(of: result, within: content, to: &weights)
        }
        if filter == .mean { return addShares(of: result, to: &weights) }
        let lanes = SIMD4<Double>(0, 1, 2, 3)
        var sum = 0.0
        for start in stride(from: taps.lowerBound, to: taps.upperBound, by: lanes.scalarCount) {
            let values = Self.weights((Double(start) + lanes - center) / scale)
            for tap in start..<min(start + lanes.scalarCount, taps.upperBound) {
                let weight = values[tap - start]
                sum += weight
                if sharpening > 0 {
                    weights[inside(tap - 1) - first] -= weight * sharpening
                    weights[inside(tap + 1) - first] -= weight * sharpening
                    weights[inside(tap) - first] += weight * (1 + 2 * sharpening)
                } else {
                    weights[inside(tap) - first] += weight
                }
            }
        }
        let factor = 1 / sum
        for index in weights.indices { weights[index] *= factor }
    }

    /// Adds the share of each sample in a sample of the result.
    private func addShares(of result: Int, to weights: inout [Double]) {
        let (center, first) = (center(of: result), window(of: result).lowerBound)
        let (start, end) = (center - scale / 2, center + scale / 2)
        for tap in taps(of: result) {
            let share = min(end, Double(tap) + 0.5) - max(start, Double(tap) - 0.5)
            weights[inside(tap) - first] += max(share, 0) / scale
        }
    }

    /// Adds the weights of a sample of the result near the ends of the original.
    private func addWeights(of result: Int, within content: ClosedRange<Double>, to weights: inout [Double]) {
        let (window, center) = (window(of: result), center(of: result) + 0.5)
        let ends = min(content.lowerBound, origin)...max(content.upperBound, origin + step * Double(resultCount))
        /// Adds the weight of a part of the original, and of its mirror images, to a sample.
        func add(_ start: Double, _ end: Double, to sample: Int, isMirrored: Bool = true) {
            guard start < end, window.contains(sample) else { return }
            let middle = (start + end) / 2
            var places = SIMD4(repeating: center + Self.lobeCount * scale)
            places[0] = middle
            if isMirrored { (places[1], places[2]) = (2 * ends.lowerBound - middle, 2 * ends.upperBound - middle) }
            weights[sample - window.lowerBound] += (end - start) * Self.weights((places - center) / scale).sum()
        }
        func repeatSample(_ sample: Int, from start: Double, to end: Double, isMirrored: Bool) {
            for start in stride(from: start, to: end, by: 1) {
                add(start, min(start + 1, end), to: sample, isMirrored: isMirrored)
            }
        }
        for sample in window {
            add(max(Double(sample), content.lowerBound), min(Double(sample + 1), content.upperBound), to: sample)
        }
        let (last, length, reach) = (sampleCount - 1, ends.upperBound - ends.lowerBound, Self.lobeCount * scale)
        repeatSample(0, from: ends.lowerBound, to: content.lowerBound, isMirrored: true)
        repeatSample(last, from: content.upperBound, to: ends.upperBound, isMirrored: true)
        repeatSample(last, from: center - reach, to: ends.lowerBound - length, isMirrored: false)
        repeatSample(0, from: ends.upperBound + length, to: center + reach, isMirrored: false)
        sharpen(&weights)
        let factor = 1 / weights.reduce(0, +)
        for index in weights.indices { weights[index] *= factor }
    }

    /// Sharpens samples by changing their weights.
    private func sharpen(_ weights: inout [Double]) {
        guard sharpening > 0 else { return }
        let amounts = weights.map { $0 * sharpening }
        for (index, amount) in amounts.enumerated() {
            weights[index] += 2 * amount
            weights[max(index - 1, 0)] -= amount
            weights[min(index + 1, amounts.count - 1)] -= amount
        }
    }

    /// The center of a sample of the result, in samples of the source from the center of the first.
    private func center(of result: Int) -> Double { origin + (Double(result) + 0.5) * step - 0.5 }

    /// The samples within the filter, which may lie beyond the ends.
    private func taps(of result: Int) -> Range<Int> {
        let (center, reach) = (center(of: result), filter == .lanczos ? Self.lobeCount * scale : (scale + 1) / 2)
        return FastRounding.ceiling(center - reach)..<FastRounding.floor(center + reach) + 1
    }

    /// The index inside the source of the sample that stands for one beyond its ends.
    private func inside(_ tap: Int) -> Int {
        if tap < bounds.lowerBound { return clamped(min(2 * bounds.lowerBound - 1 - tap, bounds.upperBound - 1)) }
        if tap >= bounds.upperBound { return clamped(max(2 * bounds.upperBound - 1 - tap, bounds.lowerBound)) }
        return clamped(tap)
    }

    private func clamped(_ index: Int) -> Int { min(max(index, 0), sampleCount - 1) }

    /// Lanczos' filter: 3 sin(πx) sin(πx/3) / (πx)² for |x| < 3, which is f² (1 - 4/3 sin²(πx/3)) with f = sin(πx/3) / (πx/3).
    private static func weights(_ x: SIMD4<Double>) -> SIMD4<Double> {
        let y = x * (Double.pi / lobeCount)
        let square = y * y
        // the Taylor series of sin(y) / y, exact to 1 part in 10¹⁴ up to π; written out, so that the compiler computes the factors
        func terms(from k: Double, _ rest: SIMD4<Double>) -> SIMD4<Double> { 1 - square * (1 / (k * (k + 1))) * rest }
        let high = terms(from: 20, terms(from: 22, terms(from: 24, terms(from: 26, SIMD4(repeating: 1)))))
        let middle = terms(from: 12, terms(from: 14, terms(from: 16, terms(from: 18, high))))
        let fraction = terms(from: 2, terms(from: 4, terms(from: 6, terms(from: 8, terms(from: 10, middle)))))
        let values = fraction * fraction * (1 - 4.0 / 3 * (fraction * fraction * square))
        return values.replacing(with: 0, where: (x .<= -lobeCount) .| (x .>= lobeCount))
    }
}

/// How samples of a result follow from those of the source.
package enum ResizeFilter: Sendable {
    /// Lanczos' filter, which is sharp, but exceeds the range of the samples near edges.
    case lanczos
    /// The mean of what a sample of the result covers, at least one sample; interpolates between two if the result is larger. Stays within
    /// the range of the samples.
    case mean
}
