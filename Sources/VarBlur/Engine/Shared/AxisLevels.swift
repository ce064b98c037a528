/// The resolutions at which an axis is blurred: level l has one sample per 2^l pixels.
///
/// A Gaussian is applied at level 0 for σ < 3. Otherwise, it is applied at the coarsest level on which σ is at least 1.5 samples,
/// among the levels with at least 16 samples.
struct AxisLevels {
    /// The minimum σ in pixels that is blurred at level 1.
    static let switchSigma = 3.0
    /// The maximum number of a level's samples beyond each end of the axis that are not 0 because decimation spreads the image.
    ///
    /// Inside each end, as many samples may be affected by the zeros around the image.
    static let overhang = 4

    /// The number of pixels of the axis.
    let count: Int
    /// The coarsest level.
    let coarsest: Int

    /// Where kernels are truncated.
    let truncation: Truncation

    init(count: Int, _ truncation: Truncation = .encoded) {
        (self.count, self.truncation) = (count, truncation)
        var level = 0
        while count >> (level + 1) >= 16 { level += 1 }
        coarsest = level
    }

    /// A σ beyond which the result changes by less than 1/10 of an 8-bit step: the axis' period, or 1000 times its length.
    func widestSigma(_ edges: EdgeMode) -> Double {
        edges.period(count).map(Double.init) ?? 1000 * Double(count)
    }

    /// The level for a σ in pixels, limited to the coarsest.
    func level(sigma: Double) -> Int {
        var (level, limit) = (0, Self.switchSigma)
        while level < coarsest && sigma >= limit {
            level += 1
            limit *= 2
        }
        return level
    }

    /// The maximum σ that is blurred at a level, limited to `greatest`.
    func greatestSigma(_ level: Int, upTo greatest: Double) -> Double {
        level < coarsest ? min(greatest, Self.switchSigma * Double(1 << level)) : greatest
    }

    /// The number of samples of a level, without those beyond the ends of the axis.
    func length(_ level: Int) -> Int { (count &+ (1 &<< level) &- 1) &>> level }

    /// The variance that the decimation filters up to a level add, in the level's samples.
    static func decimationVariance(_ level: Int) -> Double { 5 / 12 * (1 - scale(2 * level)) }

    /// The position of a pixel's center on a level, in the level's samples.
    static func position(_ pixel: Double, _ level: Int) -> Double { (pixel + 0.5) * scale(level) - 0.5 }

    /// The factor from pixels to samples of a level, 1 / 2^level, computed without a division.
    static func scale(_ level: Int) -> Double { Double(bitPattern: UInt64(1023 &- level) &<< 52) }

    /// The mean upward bias that the rounded-up averages add to 8-bit samples during decimation and interpolation, in
    /// units of 1/128 of a sample value.
    ///
    /// If the last bits were random, it would be 1/4 for each sum of averages and 3/8 for each linear interpolation. Measured
    /// on photographs, it is 0.3 plus 0.85 for each level.
    static func roundingBias(_ level: Int) -> UInt16 { level == 0 ? 0 : UInt16((17 * level + 16) / 20) }
}
