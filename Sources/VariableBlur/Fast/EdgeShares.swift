/// How much of a row's filter lies beyond an end of the image, for the coarse samples near that end.
///
/// Samples are counted from the end inwards, so that both ends look alike.
@safe
struct EdgeShares {
    /// The first sample that lacks only a part for what lies beyond the end, and what it and those behind it lack.
    private let first: Int
    private let missing: UnsafeMutablePointer<Double>
    private let count: Int

    /// Takes what the samples from `ReducedOnes.spread` beyond the end on lack.
    init(missing all: [Double], arena: Arena) throws(BlurError) {
        let partial = all.drop { $0 == 1 }.prefix { $0 > 0 }
        first = partial.startIndex - ReducedOnes.spread
        unsafe missing = try arena.take(partial.count, of: Double.self)
        count = partial.count
        for (index, value) in partial.enumerated() { unsafe missing[index] = value }
    }

    /// Whether both ends give the same shares.
    func isLike(_ other: EdgeShares) -> Bool {
        first == other.first && count == other.count
            && (0..<count).allSatisfy { unsafe missing[$0] == other.missing[$0] }
    }

    /// The share of the taps that lie beyond the end for certain, and of those near it.
    func share(_ kernel: RowKernel, _ place: Int) -> Float {
        var sum = kernel.weight(from: place &- first &+ 1)
        for index in 0..<count { unsafe sum += kernel.tap(first &+ index &- place) * missing[index] }
        return Float(sum)
    }
}
