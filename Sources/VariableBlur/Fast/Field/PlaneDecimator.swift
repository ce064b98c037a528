internal import CBlurKernels

/// Decimates rows from one horizontal level to the next, with the samples beyond their ends that the edge mode requires.
@safe
struct PlaneDecimator {
    private let loops: InnerLoops
    private let from: RowShape
    private let to: RowShape
    /// Whether the samples beyond the ends equal the outermost ones; otherwise they are 0.
    private let isClamped: Bool
    /// The planes of a row, with room on both sides, and the addresses of their first samples.
    private let planes: SampleRing
    private let planeStarts: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    private static let padding = 32

    init(from: RowShape, to: RowShape, isClamped: Bool, loops: InnerLoops, arena: Arena) throws(BlurError) {
        (self.loops, self.from, self.to, self.isClamped) = (loops, from, to, isClamped)
        let pixels = from.sampleCount / from.pixelStep
        planes = try SampleRing(
            to.channels, samplesPerRow: 2 * Self.padding + pixels + Int(BLUR_SAMPLE_PADDING), for: loops, arena: arena)
        unsafe planeStarts = try arena.allocate(to.channels, of: UnsafeMutableRawPointer?.self)
        for channel in 0..<to.channels { unsafe planeStarts[channel] = (planes.row(channel) + Self.padding).address }
    }

    /// Decimates a row, of which the samples inside the image and the overhang are defined.
    func decimate(_ row: SamplePointer, into result: SamplePointer) {
        let pixels = from.sampleCount / from.pixelStep
        if from.pixelStep > 1 {
            unsafe loops.functions.pointee.deinterleave(
                planeStarts, (row + from.firstSampleOffset).address, to.channels, pixels)
        }
        for channel in 0..<to.channels {
            unsafe loops.functions.pointee.decimate_along(
                (result + to.start(channel) - RowShape.margin).address,
                (plane(channel, of: row, pixels) - 2 * RowShape.margin).address, to.sampleCount + 2 * RowShape.margin)
        }
    }

    /// The first sample of a channel, with the samples beyond its ends that the edge mode requires.
    private func plane(_ channel: Int, of row: SamplePointer, _ pixels: Int) -> SamplePointer {
        let overhang = from.horizontalLevel == 0 ? 0 : AxisLevels.overhang
        // the padding around the planes of a row is 0
        if from.pixelStep == 1 && from.horizontalLevel > 0 && !isClamped { return unsafe row + from.start(channel) }
        let plane = unsafe planes.row(channel) + Self.padding
        if from.pixelStep == 1 {
            unsafe (plane - overhang).copy(pixels + 2 * overhang, from: row + (from.start(channel) - overhang))
        }
        if isClamped { unsafe extend(plane, first: -overhang, last: pixels - 1 + overhang) }
        return unsafe plane
    }

    /// Copies the outermost samples outward.
    private func extend(_ plane: SamplePointer, first: Int, last: Int) {
        for distance in 1...2 * RowShape.margin + 6 {
            unsafe (plane + (first - distance)).copy(1, from: plane + first)
            unsafe (plane + (last + distance)).copy(1, from: plane + last)
        }
    }
}
