/// How much of a row's filter lies beyond an end of the image, for the coarse samples near that end.
///
/// Samples are counted from the end inwards, so that both ends look alike.
struct EdgeShares: Equatable {
    /// The first sample that lacks only a part for what lies beyond the end, and what it and those behind it lack.
    private let first: Int
    private let missing: [Double]

    /// - Parameter missing: what the samples from `ReducedOnes.spread` beyond the end on lack.
    init(missing: [Double]) {
        let partial = missing.drop { $0 == 1 }
        first = partial.startIndex - ReducedOnes.spread
        self.missing = partial.filter { $0 > 0 }
    }

    /// The share of the taps that lie beyond the end for certain, and of those near it.
    func share(_ kernel: RowKernel, _ place: Int) -> Float {
        var sum = kernel.weight(from: place - first + 1)
        for index in missing.indices { sum += kernel.tap(first + index - place) * missing[index] }
        return Float(sum)
    }
}
