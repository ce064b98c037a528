internal import CBlurKernels

/// Designs the horizontal kernel of a row: symmetric, with taps at distance 0, 1, ….
///
/// At level 0 the kernel is the sampled Gaussian. Above, the decimation filters, the kernel and the interpolation together must
/// be the Gaussian, so the kernel is the cosine series of the quotient of their frequency responses. For a very wide Gaussian
/// the other filters only reduce the variance, and the kernel is a Gaussian, too.
@safe
struct HorizontalKernelDesign {
    private let short: CosineSeries
    private let long: CosineSeries

    init(levels: Int, kernels: KernelTable, arena: Arena) throws(BlurError) {
        short = try CosineSeries(CosineSeries.short, levels: levels, kernels: kernels, arena: arena)
        long = try CosineSeries(CosineSeries.long, levels: levels, kernels: kernels, arena: arena)
    }

    /// Computes the kernel for a σ in pixels at a level, with at most `limit` taps on each side.
    func find(_ kernel: inout HorizontalKernel, sigma: Double, level: Int, limit: Int) {
        let coarse = sigma * AxisLevels.scale(level)
        guard level > 0, coarse < 8 else { return findGaussian(&kernel, coarse, level, limit: limit) }
        let residual = (coarse * coarse - AxisLevels.prefilterVariance(level)).squareRoot()
        let count = FastRounding.ceiling(TruncationRadius.coarseFactor * residual) + 1
        // the short series is exact to the last digits if the number of taps is well below its number of frequencies
        let series = coarse < 3.2 ? short : long
        series.find(&kernel, sigma: coarse, level: level, count: count)
    }

    private func findGaussian(_ kernel: inout HorizontalKernel, _ coarse: Double, _ level: Int, limit: Int) {
        // the variances of decimation, binomial interpolation and linear interpolations
        var added = 0.0
        if level > 0 { added = AxisLevels.prefilterVariance(level) + 5.0 / 16 }
        for stage in stride(from: 2, through: level, by: 1) { added += 0.75 / Double(1 << (2 * stage)) }
        let sigma = (coarse * coarse - added).squareRoot()
        let gaussian = SampledGaussian(center: 0, sigma: sigma, level: level)
        let count = min(gaussian.support.upperBound, limit + 1)
        let tail = gaussian.mass(from: count)
        let sum = unsafe gaussian.write(0..<count, into: kernel.taps)
        unsafe kernel.finish(count: count, scale: 1 / (2 * (sum + tail) - kernel.taps[0]), tail: tail)
    }
}
