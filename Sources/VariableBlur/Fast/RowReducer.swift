internal import CBlurKernels

/// Halves rows: from the shape of a horizontal level to that of the next.
@safe
struct RowReducer {
    private let kernels: Kernels
    private let from: RowShape
    private let to: RowShape
    /// Whether the first and the last pixel are handed on at full width.
    private let hasEdges: Bool
    /// The channels of an interleaved row, each as a plane between zeros, and where the planes' first samples are.
    private let planes: RowStore
    private let starts: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    private static let margin = 32

    init(from: RowShape, to: RowShape, hasEdges: Bool, kernels: Kernels, arena: Arena) throws(BlurError) {
        self.kernels = kernels
        self.from = from
        self.to = to
        self.hasEdges = hasEdges
        let pixels = from.width / from.pixelStep
        planes = try RowStore(
            to.channels, samplesPerRow: 2 * Self.margin + pixels + Int(BLUR_SLACK), for: kernels, arena: arena)
        unsafe starts = try arena.allocate(to.channels, of: UnsafeMutableRawPointer?.self)
        for channel in 0..<to.channels { unsafe starts[channel] = (planes.row(channel) + Self.margin).start }
    }

    func reduce(_ row: Samples, into result: Samples) {
        let isInterleaved = from.pixelStep > 1
        if isInterleaved {
            unsafe kernels.table.pointee.split(
                starts, (row + from.padding).start, to.channels, from.width / from.pixelStep)
        }
        for channel in 0..<to.channels {
            let first =
                unsafe isInterleaved ? planes.row(channel) + Self.margin : row + from.start(channel)
            unsafe kernels.table.pointee.halve(
                (result + to.start(channel) - RowShape.margin).start, (first - 2 * RowShape.margin).start,
                to.width + 2 * RowShape.margin)
        }
        if hasEdges { unsafe copyEdges(row, into: result) }
    }

    private func copyEdges(_ row: Samples, into result: Samples) {
        let channels = to.channels
        let first = unsafe from.level == 0 ? row + from.padding : row + from.edgeStart
        let last = unsafe from.level == 0 ? first + from.width - channels : first + channels
        unsafe (result + to.edgeStart).copy(channels, from: first)
        unsafe (result + to.edgeStart + channels).copy(channels, from: last)
    }
}
