internal import CBlurKernels

/// The filter along a row on a level: symmetric, of taps at distance 0, 1, ….
///
/// At level 0 it is the sampled Gaussian. Above, together with the filters in front of the level and the interpolation
/// behind it, it has to be a Gaussian. So its taps are the cosine series of the Gaussian's frequency response divided by
/// theirs. A very wide Gaussian leaves them no say, and its taps are Gaussian themselves.
@safe
struct HorizontalTaps {
    private let short: CosineSeries
    private let long: CosineSeries

    init(levels: Int, kernels: Kernels, arena: Arena) throws(BlurError) {
        short = try CosineSeries(CosineSeries.short, levels: levels, kernels: kernels, arena: arena)
        long = try CosineSeries(CosineSeries.long, levels: levels, kernels: kernels, arena: arena)
    }

    /// Writes the kernel for a σ in pixels at a level, with at most `limit` taps on each side.
    func find(_ kernel: inout RowKernel, sigma: Double, level: Int, limit: Int) {
        let coarse = sigma * AxisLevels.scale(level)
        guard level > 0, coarse < 8 else { return findGaussian(&kernel, coarse, level, limit: limit) }
        let residual = (coarse * coarse - AxisLevels.prefilterVariance(level)).squareRoot()
        let count = FixedPoint.ceiling(KernelCut.coarse * residual) + 1
        // the shorter series is exact to the last digits as long as no tap is near the number of its points
        let series = coarse < 3.2 ? short : long
        series.find(&kernel, sigma: coarse, level: level, count: count)
    }

    private func findGaussian(_ kernel: inout RowKernel, _ coarse: Double, _ level: Int, limit: Int) {
        var added = 0.0
        if level > 0 { added = AxisLevels.prefilterVariance(level) + 5.0 / 16 }
        // the linear interpolations behind the binomial one
        for stage in stride(from: 2, through: level, by: 1) { added += 0.75 / Double(1 << (2 * stage)) }
        let sigma = (coarse * coarse - added).squareRoot()
        let gaussian = SampledGaussian(center: 0, sigma: sigma, level: level)
        let count = min(gaussian.support.upperBound, limit + 1)
        let tail = gaussian.mass(from: count)
        let sum = unsafe gaussian.write(0..<count, into: kernel.taps)
        unsafe kernel.finish(count: count, scale: 1 / (2 * (sum + tail) - kernel.taps[0]), tail: tail)
    }
}
