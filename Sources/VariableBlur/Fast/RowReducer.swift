internal import CBlurKernels

/// Halves rows: from the shape of a horizontal level to that of the next.
@safe
final class RowReducer {
    private let kernels: blur_kernels
    private let from: RowShape
    private let to: RowShape
    /// The even and the odd pixels of every channel, with a margin of zeros.
    private let halves: SampleStore
    /// The six samples of a channel that a reduced one is made of, as the filter pairs them: for every channel three before
    /// the middle, and three behind it.
    private let pairs: CheckedMemory
    /// Where the halves begin: for every channel the even and the odd pixels, or first all even ones.
    private let parts: CheckedMemory

    private static let margin = 16

    init(from: RowShape, to: RowShape, kernels: blur_kernels) throws(BlurError) {
        self.kernels = kernels
        self.from = from
        self.to = to
        let channels = to.channels
        halves = try SampleStore(rows: 2 * channels, samplesPerRow: 2 * Self.margin + to.width + Int(BLUR_SLACK))
        pairs = try CheckedMemory(count: 6 * channels, of: MemoryLayout<Int>.stride)
        parts = try CheckedMemory(count: 2 * channels, of: MemoryLayout<Int>.stride)
        let first = Self.margin - RowShape.margin
        // the samples that spread in front of a plane come along
        let start = from.level == 0 ? Self.margin : Self.margin - RowShape.margin / 2
        for channel in 0..<channels {
            let (even, odd) = unsafe (halves.row(channel), halves.row(channels + channel))
            let taps = unsafe [even - 1, odd - 1, even, odd + 1, even + 1, odd]
            for tap in 0..<6 { unsafe pairPointers[6 * channel + tap] = UnsafePointer(taps[tap] + first) }
            let isInterleaved = from.level == 0
            unsafe partPointers[isInterleaved ? channel : 2 * channel] = even + start
            unsafe partPointers[isInterleaved ? channels + channel : 2 * channel + 1] = odd + start
        }
    }

    private var pairPointers: UnsafeMutablePointer<UnsafePointer<Int16>?> {
        unsafe pairs.base.assumingMemoryBound(to: UnsafePointer<Int16>?.self)
    }

    private var partPointers: UnsafeMutablePointer<UnsafeMutablePointer<Int16>?> {
        unsafe parts.base.assumingMemoryBound(to: UnsafeMutablePointer<Int16>?.self)
    }

    func reduce(_ row: UnsafePointer<Int16>, into result: UnsafeMutablePointer<Int16>) {
        unsafe split(row)
        for channel in 0..<to.channels {
            let taps = unsafe pairPointers + 6 * channel
            unsafe kernels.sum_pairs(
                result + to.start(channel) - RowShape.margin, taps, taps + 3, Binomial.pairWeights, 3,
                to.width + 2 * RowShape.margin)
        }
        unsafe copyEdges(row, into: result)
    }

    private func split(_ row: UnsafePointer<Int16>) {
        let channels = to.channels
        if from.level == 0 {
            return unsafe kernels.split(partPointers, row + from.padding, 2 * channels, to.width)
        }
        for channel in 0..<channels {
            unsafe kernels.split(
                partPointers + 2 * channel, row + from.start(channel) - RowShape.margin, 2, to.width + RowShape.margin)
        }
    }

    /// Hands on the first and the last pixel at full width.
    private func copyEdges(_ row: UnsafePointer<Int16>, into result: UnsafeMutablePointer<Int16>) {
        let channels = to.channels
        let first = unsafe from.level == 0 ? row + from.padding : row + from.edgeStart
        let last = unsafe from.level == 0 ? first + from.width - channels : first + channels
        unsafe (result + to.edgeStart).update(from: first, count: channels)
        unsafe (result + to.edgeStart + channels).update(from: last, count: channels)
    }
}
