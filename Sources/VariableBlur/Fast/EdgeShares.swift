internal import CBlurKernels

/// How much of a row's filter lies beyond an end of the image, for the coarse samples near that end.
///
/// Samples are counted from the end inwards, so that both ends look alike.
@safe
struct EdgeShares {
    /// The first sample that lacks only a part for what lies beyond the end.
    private let first: Int
    /// What each sample from there on lacks less than the one before it; together 1.
    private let steps: UnsafeMutablePointer<Double>
    private let count: Int

    /// Takes what the samples from `ReducedOnes.spread` beyond the end on lack.
    init(missing all: [Double], arena: Arena) throws(BlurError) {
        let partial = all.drop { $0 == 1 }.prefix { $0 > 0 }
        first = partial.startIndex - ReducedOnes.spread
        count = partial.count + 1
        unsafe steps = try arena.allocate(count, of: Double.self)
        var missing = 1.0
        for (index, value) in (partial + [0]).enumerated() {
            unsafe steps[index] = missing - value
            missing = value
        }
    }

    /// Whether both ends give the same shares.
    func isLike(_ other: EdgeShares) -> Bool {
        first == other.first && count == other.count
            && (0..<count).allSatisfy { unsafe steps[$0] == other.steps[$0] }
    }

    /// The greatest distance of a tap that counts for a sample.
    static func greatestDistance(_ place: Int) -> Int { place + ReducedOnes.spread + 1 }

    /// Writes the shares of the taps that lie beyond the end for the samples of some places.
    func write(
        _ places: Range<Int>, _ kernel: RowKernel, into shares: UnsafeMutablePointer<Double>, _ kernels: Kernels
    ) {
        let nearest = places.lowerBound - first + 1
        let sums = unsafe kernel.sums(from: nearest - count + 1, upTo: nearest + places.count - 1)
        unsafe kernels.table.pointee.sum_numbers(shares, sums + count - 1, -1, steps, count, places.count)
    }
}
