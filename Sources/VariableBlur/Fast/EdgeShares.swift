/// How much of a row's filter lies beyond an end of the image, for the coarse samples near that end.
///
/// Samples are counted from the end inwards, so that both ends look alike.
struct EdgeShares {
    /// What the samples from 4 beyond the end to 4 inside lack for what lies beyond it.
    let missing: [Double]

    /// The share of the taps that lie beyond the end for certain, and of those near it.
    func share(_ kernel: RowKernel, _ place: Int) -> Float {
        let spread = ReducedOnes.spread
        var sum = kernel.weight(from: place + spread + 1)
        for near in 0..<2 * spread { sum += kernel.tap(near - spread - place) * missing[near] }
        return Float(sum)
    }
}
