/// The weights of a horizontal kernel for `sum_symmetric`: each applies to the average of the samples on both sides.
@safe
struct HorizontalWeights {
    let base: UnsafeMutablePointer<Int32>
    private(set) var count = 0
    /// The distance of the first weight: 0, or -1 if the weight at distance 0 is too large for the inner loop and split in two.
    private(set) var firstDistance = 0

    private let unitWeight: Int

    init(capacity: Int, loops: InnerLoops, arena: Arena) throws(BlurError) {
        unitWeight = loops.unitWeight
        unsafe base = try arena.allocate(capacity + 1, of: Int32.self)
    }

    /// Rounds the weights of a kernel, each multiplied by `gain`.
    mutating func set(_ kernel: HorizontalKernel, gain: Double) {
        let middle = unsafe kernel.taps[0] * gain
        let isSplit = middle > 0.99
        firstDistance = isSplit ? -1 : 0
        let target = unsafe base
        let (scale, greatest) = (Double(unitWeight), unitWeight - 1)
        var rounding = CarriedRounding()
        func write(_ weight: Double, _ index: Int) {
            // the inner loops of 8-bit images cannot apply the weight 1.0
            unsafe target[index] = Int32(truncatingIfNeeded: min(rounding.next(weight * scale), greatest))
        }
        if isSplit { write(middle / 2, 0) }
        let start = isSplit ? 1 : 0
        write(isSplit ? middle / 2 : middle, start)
        for tap in stride(from: 1, to: kernel.count, by: 1) { unsafe write(2 * gain * kernel.taps[tap], start &+ tap) }
        count = start + max(kernel.count, 1)
    }
}
