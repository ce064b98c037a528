internal import CBlurKernels

/// Halves rows: from the shape of a horizontal level to that of the next.
final class RowReducer {
    private let kernels: blur_kernels
    private let from: RowShape
    private let to: RowShape
    /// The even and the odd pixels of every channel, with a margin of zeros.
    private let halves: SampleStore

    private static let margin = 16

    init(from: RowShape, to: RowShape, kernels: blur_kernels) throws(BlurError) {
        self.kernels = kernels
        self.from = from
        self.to = to
        halves = try SampleStore(
            rows: 2 * to.channels, samplesPerRow: 2 * Self.margin + to.width + Int(BLUR_SLACK))
    }

    func reduce(_ row: UnsafePointer<Int16>, into result: UnsafeMutablePointer<Int16>) {
        unsafe split(row)
        for channel in 0..<to.channels {
            let even = unsafe halves.row(channel) + Self.margin - RowShape.margin
            let odd = unsafe halves.row(to.channels + channel) + Self.margin - RowShape.margin
            let before: [UnsafePointer<Int16>?] = unsafe [
                UnsafePointer(even - 1), UnsafePointer(odd - 1), UnsafePointer(even),
            ]
            let behind: [UnsafePointer<Int16>?] = unsafe [
                UnsafePointer(odd + 1), UnsafePointer(even + 1), UnsafePointer(odd),
            ]
            unsafe kernels.sum_pairs(
                result + channel * to.planeStride, before, behind, Binomial.pairWeights, 3,
                to.width + 2 * RowShape.margin)
        }
        unsafe copyEdges(row, into: result)
    }

    private func split(_ row: UnsafePointer<Int16>) {
        let channels = to.channels
        if from.level == 0 {
            let parts: [UnsafeMutablePointer<Int16>?] = unsafe (0..<2 * channels).map {
                unsafe halves.row($0) + Self.margin
            }
            return unsafe kernels.split(parts, row + RowShape.margin, 2 * channels, to.width)
        }
        for channel in 0..<channels {
            // the samples that spread in front of the plane come along
            let start = Self.margin - RowShape.margin / 2
            let parts: [UnsafeMutablePointer<Int16>?] = unsafe [
                halves.row(channel) + start, halves.row(channels + channel) + start,
            ]
            unsafe kernels.split(parts, row + channel * from.planeStride, 2, to.width + RowShape.margin)
        }
    }

    /// Hands on the first and the last pixel at full width.
    private func copyEdges(_ row: UnsafePointer<Int16>, into result: UnsafeMutablePointer<Int16>) {
        let channels = to.channels
        let first = unsafe from.level == 0 ? row + RowShape.margin : row + from.edgeStart
        let last = unsafe from.level == 0 ? first + from.width - channels : first + channels
        unsafe (result + to.edgeStart).update(from: first, count: channels)
        unsafe (result + to.edgeStart + channels).update(from: last, count: channels)
    }
}
