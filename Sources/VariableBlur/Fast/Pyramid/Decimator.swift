internal import CBlurKernels

/// Decimates rows from one horizontal level to the next.
@safe
struct Decimator {
    private let kernels: KernelTable
    private let from: RowShape
    private let to: RowShape
    /// Whether rows contain the first and the last pixel at full width.
    private let keepsEdgePixels: Bool
    /// The planes of an interleaved row, with zero padding, and the addresses of their first samples.
    private let planes: RowStore
    private let planeStarts: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    private static let padding = 32

    init(
        from: RowShape, to: RowShape, keepsEdgePixels: Bool, kernels: KernelTable, arena: Arena
    ) throws(BlurError) {
        self.kernels = kernels
        self.from = from
        self.to = to
        self.keepsEdgePixels = keepsEdgePixels
        let pixels = from.width / from.pixelStep
        planes = try RowStore(
            to.channels, samplesPerRow: 2 * Self.padding + pixels + Int(BLUR_SAMPLE_PADDING), for: kernels,
            arena: arena)
        unsafe planeStarts = try arena.allocate(to.channels, of: UnsafeMutableRawPointer?.self)
        for channel in 0..<to.channels {
            unsafe planeStarts[channel] = (planes.row(channel) + Self.padding).address
        }
    }

    func decimate(_ row: SamplePointer, into result: SamplePointer) {
        let isInterleaved = from.pixelStep > 1
        if isInterleaved {
            unsafe kernels.functions.pointee.deinterleave(
                planeStarts, (row + from.padding).address, to.channels, from.width / from.pixelStep)
        }
        for channel in 0..<to.channels {
            let first =
                unsafe isInterleaved ? planes.row(channel) + Self.padding : row + from.start(channel)
            unsafe kernels.functions.pointee.decimate_row(
                (result + to.start(channel) - RowShape.margin).address, (first - 2 * RowShape.margin).address,
                to.width + 2 * RowShape.margin)
        }
        if keepsEdgePixels { unsafe copyEdgePixels(row, into: result) }
    }

    private func copyEdgePixels(_ row: SamplePointer, into result: SamplePointer) {
        let channels = to.channels
        let first = unsafe from.level == 0 ? row + from.padding : row + from.edgeStart
        let last = unsafe from.level == 0 ? first + from.width - channels : first + channels
        unsafe (result + to.edgeStart).copy(channels, from: first)
        unsafe (result + to.edgeStart + channels).copy(channels, from: last)
    }
}
