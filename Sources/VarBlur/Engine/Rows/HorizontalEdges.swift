internal import CBlurKernels

/// The edge modes at the ends of a row that was filtered with zeros around it.
///
/// `normalize` multiplies pixels near the ends by a gain, `clamp` adds the edge pixels with the missing weights, `mirror` and
/// `wrap` fold the samples beyond the ends back. `transparent` requires nothing.
@safe
struct HorizontalEdges {
    private let loops: InnerLoops
    private let axis: AxisLevels
    let mode: EdgeMode
    /// The deficits at both ends of every level.
    private let ends: UnsafeMutablePointer<Ends>

    /// What depends on the kernel.
    struct Factors {
        /// A factor for the kernel's weights before they are rounded: 1, or, if both ends are corrected together, 255/256 divided
        /// by the maximum weight inside the row.
        fileprivate(set) var gain = 1.0
        /// The pixels whose values the edge mode corrects: near both ends, or all.
        fileprivate(set) var correctedPixels: [Range<Int>] = []
        /// For the pixels of each range, the gains (`normalize`), or the weights of the row's first and of its last pixel (`clamp`).
        fileprivate let rows: SampleRing
    }

    /// The factors for the latest kernel, or for another one for which they were kept.
    var factors: Factors

    private let deficit: PixelWeightDeficit

    /// The deficits at both ends of a level.
    private struct Ends {
        let start: EdgeWeightDeficit
        let end: EdgeWeightDeficit
        let areSymmetric: Bool
    }

    init(_ axis: AxisLevels, edges: EdgeMode, levels: Int, loops: InnerLoops, arena: Arena) throws(BlurError) {
        self.loops = loops
        self.axis = axis
        mode = edges
        unsafe ends = try arena.allocate(levels + 1, of: Ends.self)
        for level in 0...levels {
            let response = NormalizationResponse(axis, level)
            let start = try EdgeWeightDeficit(response.deficitsNearStart, arena: arena)
            let end = try EdgeWeightDeficit(response.deficitsNearEnd, arena: arena)
            let areSymmetric = axis.count == axis.length(level) << level && start.equals(end)
            unsafe ends[level] = Ends(start: start, end: end, areSymmetric: areSymmetric)
        }
        factors = Factors(rows: try SampleRing(4, samplesPerRow: axis.count, for: loops, arena: arena))
        deficit = try PixelWeightDeficit(axis, loops: loops, arena: arena)
    }

    /// Memory for factors that other kernels do not overwrite.
    func newFactors(_ arena: Arena) throws(BlurError) -> Factors {
        Factors(rows: try SampleRing(4, samplesPerRow: axis.count, for: loops, arena: arena))
    }

    /// The number of samples on one side that the interpolation of a pixel may read, rounded up.
    private static let interpolatedNeighbors = 3

    /// Computes the factors for a kernel.
    mutating func prepare(_ kernel: HorizontalKernel, level: Int) {
        factors.gain = 1
        factors.correctedPixels.removeAll(keepingCapacity: true)
        guard mode == .normalize || mode == .clamp else { return }
        let length = axis.length(level)
        // the number of samples at an end whose kernel may extend beyond it
        let affectedSamples = kernel.count + AxisLevels.overhang + Self.interpolatedNeighbors
        let ends = unsafe ends[level]
        if 2 * affectedSamples >= length {
            factors.correctedPixels.append(0..<axis.count)
            return mode == .normalize ? setAllGains(kernel, ends, level) : setAllEdgeWeights(kernel, ends, level)
        }
        let startCount = deficit.computeDeficits(kernel, ends.start, affectedSamples)
        factors.correctedPixels.append(0..<startCount << level)
        setFactors(startCount, level, isReversed: false)
        if ends.areSymmetric {
            factors.correctedPixels.append((length - startCount) << level..<axis.count)
            return copyFactorsToEnd()
        }
        let endCount = deficit.computeDeficits(kernel, ends.end, affectedSamples)
        factors.correctedPixels.append((length - endCount) << level..<axis.count)
        setFactors(endCount, level, isReversed: true)
    }

    /// Whether the pixels between both ends need no adjustment.
    var leavesMiddleUnchanged: Bool { factors.correctedPixels.count != 1 && !mode.isPeriodic }

    private func factors(range: Int, side: Int) -> SamplePointer { unsafe factors.rows.row(2 * range + side) }

    /// Sets the factors for the pixels of the first `samples` samples at one end, whose kernels do not reach the other end.
    private func setFactors(_ samples: Int, _ level: Int, isReversed: Bool) {
        let range = isReversed ? 1 : 0
        if mode == .normalize {
            return unsafe deficit.writeGains(
                samples, level, isReversed: isReversed, into: factors(range: range, side: 0))
        }
        unsafe factors(range: range, side: 1 - range).zero(factors.correctedPixels[range].count)
        unsafe setEdgeWeights(
            deficit.interpolated(samples, isReversed: isReversed, doublings: level), range: range, side: range)
    }

    /// Sets the factors at the end of the row to those at its start, in reverse order.
    private func copyFactorsToEnd() {
        let count = factors.correctedPixels[0].count
        let start = unsafe factors(range: 0, side: 0)
        let end = unsafe factors(range: 1, side: mode == .normalize ? 0 : 1)
        unsafe loops.functions.pointee.reverse(end.address, start.address, count)
        if mode == .clamp { unsafe factors(range: 1, side: 0).zero(count) }
    }

    private func setEdgeWeights(_ weights: UnsafeMutablePointer<Float>, range: Int, side: Int) {
        unsafe loops.functions.pointee.convert_weights(
            factors(range: range, side: side).address, weights, factors.correctedPixels[range].count)
    }

    /// Sets the gains of all pixels of a row that is shorter than the kernel.
    private mutating func setAllGains(_ kernel: HorizontalKernel, _ ends: Ends, _ level: Int) {
        let length = axis.length(level)
        deficit.computeWeightsInside(kernel, ends.start, ends.end, length)
        let inside = unsafe deficit.interpolated(length, isReversed: false, doublings: level)
        var greatest: Float = 0
        for pixel in 0..<axis.count { unsafe greatest = max(greatest, inside[pixel]) }
        // samples between the pixels may have a slightly greater weight inside: leave headroom for their sums
        factors.gain = 255.0 / 256 / Double(greatest)
        unsafe loops.functions.pointee.compute_gains(
            factors(range: 0, side: 0).address, inside, Float(1 / factors.gain), axis.count)
    }

    /// Sets both edge weights of all pixels of a row that is shorter than the kernel.
    private func setAllEdgeWeights(_ kernel: HorizontalKernel, _ ends: Ends, _ level: Int) {
        let length = axis.length(level)
        deficit.computeDeficits(kernel, ends.start, length)
        unsafe setEdgeWeights(
            deficit.interpolated(length, isReversed: false, doublings: level), range: 0, side: 0)
        deficit.computeDeficits(kernel, ends.end, length)
        unsafe setEdgeWeights(
            deficit.interpolated(length, isReversed: true, doublings: level), range: 0, side: 1)
    }

    /// Applies the edge mode to the samples of one channel, or of several interleaved channels.
    ///
    /// - Parameters:
    ///   - samples: the image's first pixel; the row extends `foldedPixelCount` pixels beyond both ends.
    ///   - channels: the number of channels.
    ///   - first: the row's first pixel, filtered vertically only.
    ///   - last: the row's last pixel, filtered vertically only.
    ///   - foldedPixelCount: the number of pixels on each side to fold back.
    func apply(
        _ samples: SamplePointer, channels: Int, first: SamplePointer, last: SamplePointer, foldedPixelCount: Int
    ) {
        for (range, pixels) in factors.correctedPixels.enumerated() {
            let start = unsafe samples + pixels.lowerBound * channels
            let gains = unsafe factors(range: range, side: 0)
            if mode == .normalize {
                unsafe loops.functions.pointee.apply_gains(start.address, gains.address, channels, pixels.count)
            } else {
                unsafe loops.functions.pointee.add_edge_pixels(
                    start.address, gains.address, factors(range: range, side: 1).address, first.address, last.address,
                    channels, pixels.count)
            }
        }
        if foldedPixelCount > 0 {
            unsafe loops.functions.pointee.fold(
                samples.address, channels, axis.count, foldedPixelCount, mode == .mirror)
        }
    }
}
