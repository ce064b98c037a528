/// The resolutions at which an axis is blurred: level l has one sample for 2^l pixels.
///
/// A Gaussian of σ is applied at the coarsest level on which it is still at least 1.5 samples wide, and which has at least
/// 16 samples.
struct AxisLevels {
    /// The σ from which on the second level serves.
    static let switchSigma = 3.0

    let count: Int
    /// The coarsest level.
    let coarsest: Int

    init(count: Int) {
        self.count = count
        var level = 0
        while count >> (level + 1) >= 16 { level += 1 }
        coarsest = level
    }

    /// A σ beyond which nothing changes by 1/10 of an 8-bit code: the axis' period, or a thousand times its length.
    func widestSigma(_ edges: EdgeMode) -> Double {
        edges.period(count).map(Double.init) ?? 1000 * Double(count)
    }

    /// The level for a σ, as far as the axis is long enough.
    func level(sigma: Double) -> Int {
        var (level, limit) = (0, Self.switchSigma)
        while level < coarsest && sigma >= limit {
            level += 1
            limit *= 2
        }
        return level
    }

    /// The greatest σ that a level serves, of those up to `greatest`.
    func greatestSigma(_ level: Int, upTo greatest: Double) -> Double {
        level < coarsest ? min(greatest, Self.switchSigma * Double(1 << level)) : greatest
    }

    /// The number of samples of a level, without those that spread beyond the axis' ends.
    func length(_ level: Int) -> Int { (count &+ (1 &<< level) &- 1) &>> level }

    /// The variance that the binomial filters in front of a level have added, in its own samples.
    static func prefilterVariance(_ level: Int) -> Double { 5 / 12 * (1 - scale(2 * level)) }

    /// Where the center of a pixel lies on a level, in its samples.
    static func place(_ pixel: Double, _ level: Int) -> Double { (pixel + 0.5) * scale(level) - 0.5 }

    /// What turns pixels into samples of a level: 1 / 2^level, without a division.
    static func scale(_ level: Int) -> Double { Double(bitPattern: UInt64(1023 &- level) &<< 52) }
}
