internal import CBlurKernels

/// Designs the horizontal kernel of a row: symmetric, with taps at distance 0, 1, ….
///
/// At level 0 the kernel is the sampled Gaussian. Above, the decimation filters, the kernel and the interpolation together must
/// be the Gaussian, so the kernel is the cosine series of the quotient of their frequency responses. For a very wide Gaussian
/// the other filters matter only through their variance, which is subtracted from the kernel's, so the kernel is itself
/// a Gaussian.
@safe
struct HorizontalKernelDesign {
    /// From this σ in samples on, the other filters only reduce the variance of the Gaussian, within the accuracy of the weights.
    private static let gaussianSigma = 8.0
    /// Below this σ in samples, a kernel has few enough taps for the short series to be exact to the last digits.
    private static let shortSeriesSigma = 3.2

    private let short: CosineSeries
    private let long: CosineSeries
    private let interpolation: CosineSeries.Interpolation
    private let truncation: Truncation

    init(
        levels: Int, interpolation: CosineSeries.Interpolation = .binomial, _ truncation: Truncation, loops: InnerLoops,
        arena: Arena
    ) throws(BlurError) {
        (self.interpolation, self.truncation) = (interpolation, truncation)
        short = try CosineSeries(.short, levels: levels, interpolation: interpolation, loops: loops, arena: arena)
        long = try CosineSeries(.long, levels: levels, interpolation: interpolation, loops: loops, arena: arena)
    }

    /// Computes the kernel for a σ in pixels at a level, with at most `limit` taps on each side.
    func compute(_ kernel: inout HorizontalKernel, sigma: Double, level: Int, limit: Int) {
        let sigmaInSamples = sigma * AxisLevels.scale(level)
        guard level > 0, sigmaInSamples < Self.gaussianSigma else {
            let sigma = gaussianSigma(sigmaInSamples, level)
            let cutoff = truncation.distance(sigma: sigma, level: level)
            return computeGaussian(&kernel, sigma, cutoff: cutoff, limit: limit)
        }
        let residual = (sigmaInSamples * sigmaInSamples - AxisLevels.decimationVariance(level)).squareRoot()
        let count = FastRounding.ceiling(Truncation.coarseFactor * residual) + 1
        let series = sigmaInSamples < Self.shortSeriesSigma ? short : long
        series.compute(&kernel, sigma: sigmaInSamples, level: level, count: count)
    }

    /// Computes a Gaussian kernel for a σ in samples.
    func computeGaussian(_ kernel: inout HorizontalKernel, _ sigma: Double, cutoff: Double, limit: Int) {
        let gaussian = SampledGaussian(center: 0, sigma: sigma, cutoff: cutoff)
        let count = min(gaussian.support.upperBound, limit + 1)
        let tail = gaussian.mass(from: count)
        let sum = unsafe gaussian.write(0..<count, into: kernel.taps)
        unsafe kernel.finish(count: count, scale: 1 / (2 * (sum + tail) - kernel.taps[0]), tail: tail)
    }

    /// The standard deviation of a Gaussian kernel: the other filters add the rest of the variance.
    private func gaussianSigma(_ sigmaInSamples: Double, _ level: Int) -> Double {
        // the variances of decimation, binomial interpolation and linear interpolations; a smooth interpolation adds none
        var added = 0.0
        if level > 0 { added = AxisLevels.decimationVariance(level) }
        if interpolation == .binomial {
            if level > 0 { added += 5.0 / 16 }
            for stage in stride(from: 2, through: level, by: 1) { added += 0.75 / Double(1 << (2 * stage)) }
        }
        return (sigmaInSamples * sigmaInSamples - added).squareRoot()
    }

    /// The unscaled kernel of the last `compute`, for a σ in pixels at a level above 0, at a distance in samples.
    func value(at distance: Double, sigma: Double, level: Int) -> Double {
        let sigmaInSamples = sigma * AxisLevels.scale(level)
        if sigmaInSamples < Self.shortSeriesSigma { return short.value(at: distance) }
        if sigmaInSamples < Self.gaussianSigma { return long.value(at: distance) }
        let ratio = distance / gaussianSigma(sigmaInSamples, level)
        return exponential(-0.5 * ratio * ratio)
    }
}
