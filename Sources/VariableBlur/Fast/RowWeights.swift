/// A row kernel's weights as the inner loops take them, those of both sides in one.
@safe
struct RowWeights {
    let base: UnsafeMutablePointer<Int32>
    private(set) var count = 0
    /// The distance of the first weight: 0, or -1 where the middle is in two halves, being too large for one weight.
    private(set) var firstDistance = 0

    private let one: Int

    init(capacity: Int, kernels: Kernels, arena: Arena) throws(BlurError) {
        one = kernels.one
        unsafe base = try arena.allocate(capacity + 1, of: Int32.self)
    }

    /// Rounds a kernel times a factor; every error is carried on to the next weight, so that their sum is that of the exact
    /// ones.
    mutating func set(_ kernel: RowKernel, gain: Double) {
        let middle = unsafe kernel.taps[0] * gain
        let isSplit = middle > 0.99
        firstDistance = isSplit ? -1 : 0
        let target = unsafe base
        let (scale, greatest) = (Double(one), one - 1)
        var (sum, written) = (0.0, 0)
        func write(_ weight: Double, _ index: Int) {
            sum += weight * scale
            let total = FixedPoint.rounded(sum)
            // what is larger has nothing to be multiplied with
            unsafe target[index] = Int32(truncatingIfNeeded: min(total &- written, greatest))
            written = total
        }
        if isSplit { write(middle / 2, 0) }
        let start = isSplit ? 1 : 0
        write(isSplit ? middle / 2 : middle, start)
        for tap in stride(from: 1, to: kernel.count, by: 1) { unsafe write(2 * gain * kernel.taps[tap], start &+ tap) }
        count = start + max(kernel.count, 1)
    }
}
