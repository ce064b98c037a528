internal import CBlurKernels

/// Halves rows: from the shape of a horizontal level to that of the next.
@safe
final class RowReducer {
    private let kernels: blur_kernels
    private let from: RowShape
    private let to: RowShape
    /// The even and the odd pixels of every channel, with a margin of zeros.
    private let halves: SampleStore
    private let pairs: [Pairs]
    /// Where the halves begin: the even ones of all channels, then the odd ones.
    private let parts: [UnsafeMutablePointer<Int16>?]

    /// The six samples of a channel that a reduced one is made of, as the filter pairs them.
    @unsafe
    private struct Pairs {
        let before: [UnsafePointer<Int16>?]
        let behind: [UnsafePointer<Int16>?]

        init(even: UnsafePointer<Int16>, odd: UnsafePointer<Int16>) {
            let start = RowReducer.margin - RowShape.margin
            unsafe before = [even + start - 1, odd + start - 1, even + start]
            unsafe behind = [odd + start + 1, even + start + 1, odd + start]
        }
    }

    private static let margin = 16

    init(from: RowShape, to: RowShape, kernels: blur_kernels) throws(BlurError) {
        self.kernels = kernels
        self.from = from
        self.to = to
        let halves = try SampleStore(
            rows: 2 * to.channels, samplesPerRow: 2 * Self.margin + to.width + Int(BLUR_SLACK))
        self.halves = halves
        unsafe pairs = (0..<to.channels).map { unsafe Pairs(even: halves.row($0), odd: halves.row(to.channels + $0)) }
        let start = from.level == 0 ? Self.margin : Self.margin - RowShape.margin / 2
        unsafe parts = (0..<2 * to.channels).map { unsafe halves.row($0) + start }
    }

    func reduce(_ row: UnsafePointer<Int16>, into result: UnsafeMutablePointer<Int16>) {
        unsafe split(row)
        for channel in 0..<to.channels {
            unsafe kernels.sum_pairs(
                result + channel * to.planeStride, pairs[channel].before, pairs[channel].behind, Binomial.pairWeights,
                3,
                to.width + 2 * RowShape.margin)
        }
        unsafe copyEdges(row, into: result)
    }

    private func split(_ row: UnsafePointer<Int16>) {
        let channels = to.channels
        if from.level == 0 {
            return unsafe kernels.split(parts, row + RowShape.margin, 2 * channels, to.width)
        }
        for channel in 0..<channels {
            // the samples that spread in front of the plane come along
            let plane = unsafe row + channel * from.planeStride
            unsafe withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Int16>?.self, capacity: 2) { both in
                unsafe both[0] = parts[channel]
                unsafe both[1] = parts[channels + channel]
                unsafe kernels.split(both.baseAddress, plane, 2, to.width + RowShape.margin)
            }
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
