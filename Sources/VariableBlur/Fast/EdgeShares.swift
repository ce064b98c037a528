/// How much of a row's filter lies before and behind the image, for the coarse samples near the row's ends.
struct EdgeShares {
    private let kernel: HorizontalTaps.Kernel
    private let ones: ReducedOnes
    private let length: Int

    init(_ kernel: HorizontalTaps.Kernel, _ ones: ReducedOnes, length: Int) {
        self.kernel = kernel
        self.ones = ones
        self.length = length
    }

    /// The coarse samples from an end on of which some of the filter may lie beyond it.
    var reach: Int { kernel.taps.count + ReducedOnes.spread + 3 }

    /// The share before the image: of the taps that lie there for certain, and of those near the image's beginning.
    func before(_ place: Int) -> Float {
        let spread = ReducedOnes.spread
        var sum = kernel.weight(from: place + spread + 1)
        for near in -spread..<spread { sum += kernel.tap(near - place) * ones.missingBefore(near) }
        return Float(sum)
    }

    /// The share behind the image.
    func behind(_ place: Int) -> Float {
        let spread = ReducedOnes.spread
        var sum = kernel.weight(from: length + spread - place)
        for near in length - spread..<length + spread { sum += kernel.tap(near - place) * ones.missingBehind(near) }
        return Float(sum)
    }
}
