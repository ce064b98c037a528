internal import CBlurKernels

/// Decimates rows from one horizontal level to the next.
@safe
struct Decimator {
    private let loops: InnerLoops
    private let from: RowShape
    private let to: RowShape
    /// Whether rows contain the first and the last pixel at full width.
    private let keepsEdgePixels: Bool
    /// The planes of an interleaved row, with zero padding, and the addresses of their first samples.
    private let planes: SampleRing
    private let planeStarts: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    private static let padding = 32

    init(
        from: RowShape, to: RowShape, keepsEdgePixels: Bool, loops: InnerLoops, arena: Arena
    ) throws(BlurError) {
        self.loops = loops
        self.from = from
        self.to = to
        self.keepsEdgePixels = keepsEdgePixels
        let pixels = from.sampleCount / from.pixelStep
        planes = try SampleRing(
            to.channels, samplesPerRow: 2 * Self.padding + pixels + Int(BLUR_SAMPLE_PADDING), for: loops,
            arena: arena)
        unsafe planeStarts = try arena.allocate(to.channels, of: UnsafeMutableRawPointer?.self)
        for channel in 0..<to.channels {
            unsafe planeStarts[channel] = (planes.row(channel) + Self.padding).address
        }
    }

    func decimate(_ row: SamplePointer, into result: SamplePointer) {
        let isInterleaved = from.pixelStep > 1
        if isInterleaved {
            unsafe loops.functions.pointee.deinterleave(
                planeStarts, (row + from.firstSampleOffset).address, to.channels, from.sampleCount / from.pixelStep)
        }
        for channel in 0..<to.channels {
            let first =
                unsafe isInterleaved ? planes.row(channel) + Self.padding : row + from.start(channel)
            unsafe loops.functions.pointee.decimate_along(
                (result + to.start(channel) - RowShape.margin).address, (first - 2 * RowShape.margin).address,
                to.sampleCount + 2 * RowShape.margin)
        }
        if keepsEdgePixels { unsafe copyEdgePixels(row, into: result) }
    }

    private func copyEdgePixels(_ row: SamplePointer, into result: SamplePointer) {
        let channels = to.channels
        let first = unsafe from.horizontalLevel == 0 ? row + from.firstSampleOffset : row + from.edgeStart
        let last = unsafe from.horizontalLevel == 0 ? first + from.sampleCount - channels : first + channels
        unsafe (result + to.edgeStart).copy(channels, from: first)
        unsafe (result + to.edgeStart + channels).copy(channels, from: last)
    }
}
