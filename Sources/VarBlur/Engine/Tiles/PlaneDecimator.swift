internal import CBlurKernels

/// Decimates rows from one horizontal level to the next, with the samples beyond their ends that the edge mode requires.
@safe
struct PlaneDecimator {
    private let loops: InnerLoops
    private let from: RowShape
    private let to: RowShape
    /// Whether the samples beyond the ends equal the outermost ones; otherwise they are 0.
    private let isClamped: Bool
    /// The planes of a row, with room on both sides.
    private let planes: SampleRing
    /// Where planes are written.
    private let targets: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    private static let padding = 32

    init(from: RowShape, to: RowShape, isClamped: Bool, loops: InnerLoops, arena: Arena) throws(BlurError) {
        (self.loops, self.from, self.to, self.isClamped) = (loops, from, to, isClamped)
        let pixels = from.sampleCount / from.pixelStep
        planes = try SampleRing(
            to.channels, samplesPerRow: 2 * Self.padding + pixels + Int(BLUR_SAMPLE_PADDING), for: loops, arena: arena)
        unsafe targets = try arena.allocate(to.channels, of: UnsafeMutableRawPointer?.self)
    }

    /// Decimates adjacent columns of a row, with the samples beyond its ends if they are outermost.
    ///
    /// - Parameters:
    ///   - row: the row, of which `sources` are defined, and the overhang at the ends that they touch.
    ///   - sources: the columns on which `columns` depend.
    ///   - result: the decimated row.
    ///   - columns: the columns of the decimated row to compute.
    func decimate(_ row: SamplePointer, _ sources: Range<Int>, into result: SamplePointer, _ columns: Range<Int>) {
        if from.pixelStep > 1 {
            for channel in 0..<to.channels {
                unsafe targets[channel] = (planes.row(channel) + (Self.padding + sources.lowerBound)).address
            }
            let first = from.firstSampleOffset + sources.lowerBound * from.pixelStep
            unsafe loops.functions.pointee.deinterleave(targets, (row + first).address, to.channels, sources.count)
        }
        for channel in 0..<to.channels {
            let samples = to.samples(columns, ofPlane: channel)
            let first = samples.lowerBound - to.start(channel)
            unsafe loops.functions.pointee.decimate_along(
                (result + samples.lowerBound).address, (plane(channel, of: row, sources) + 2 * first).address,
                samples.count)
        }
    }

    /// The first sample of a channel, with the samples beyond its ends that the edge mode requires.
    private func plane(_ channel: Int, of row: SamplePointer, _ sources: Range<Int>) -> SamplePointer {
        let isInterleaved = from.pixelStep > 1
        // the padding around the planes of a row is 0
        if !isInterleaved && from.horizontalLevel > 0 && !isClamped { return unsafe row + from.start(channel) }
        let plane = unsafe planes.row(channel) + Self.padding
        let overhang = from.horizontalLevel == 0 ? 0 : AxisLevels.overhang
        let isFirst = sources.lowerBound == 0
        let isLast = sources.upperBound == from.sampleCount / from.pixelStep
        let first = isFirst ? -overhang : sources.lowerBound
        let end = isLast ? sources.upperBound + overhang : sources.upperBound
        if !isInterleaved { unsafe (plane + first).copy(end - first, from: row + (from.start(channel) + first)) }
        if isClamped {
            if isFirst { unsafe extend(plane, from: first, direction: -1) }
            if isLast { unsafe extend(plane, from: end - 1, direction: 1) }
        }
        return unsafe plane
    }

    /// Copies an outermost sample outward.
    private func extend(_ plane: SamplePointer, from outermost: Int, direction: Int) {
        for distance in 1...2 * RowShape.margin + 6 {
            unsafe (plane + (outermost + direction * distance)).copy(1, from: plane + outermost)
        }
    }
}
