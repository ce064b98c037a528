/// The resolutions at which an axis is blurred: level l has one sample for 2^l pixels.
///
/// A Gaussian of σ is applied at the coarsest level on which it is still at least 1.5 samples wide, and which has at least
/// 16 samples.
struct AxisLevels {
    let count: Int
    /// The coarsest level.
    let coarsest: Int

    init(count: Int) {
        self.count = count
        var level = 0
        while count >> (level + 1) >= 16 { level += 1 }
        coarsest = level
    }

    /// A σ beyond which nothing changes by 1/20 of an 8-bit code: the axis' period, or a thousand times its length.
    func widestSigma(_ edges: EdgeMode) -> Double {
        edges.period(count).map(Double.init) ?? 1000 * Double(count)
    }

    /// The level for a σ, as far as the axis is long enough.
    func level(sigma: Double) -> Int {
        var level = 0
        while level < coarsest && sigma >= 3 * Double(1 << level) { level += 1 }
        return level
    }

    /// The number of samples of a level, without those that spread beyond the axis' ends.
    func length(_ level: Int) -> Int { (count + (1 << level) - 1) >> level }

    /// The variance that the binomial filters in front of a level have added, in its own samples.
    static func prefilterVariance(_ level: Int) -> Double { 5 / 12 * (1 - 1 / Double(1 << (2 * level))) }

    /// Where the centre of a pixel lies on a level, in its samples.
    static func place(_ pixel: Double, _ level: Int) -> Double { (pixel + 0.5) / Double(1 << level) - 0.5 }
}

/// What a line of ones becomes on a level where it is reduced with nothing around it: 1 in the middle, less near the ends.
struct ReducedOnes {
    /// How far beyond the line's ends a level's samples are not 0.
    static let spread = 4
    private let values: [Double]

    init(_ axis: AxisLevels, _ level: Int) {
        var line = [Double](repeating: 1, count: axis.count)
        var spread = 0
        for step in 0..<level {
            let from = line
            let length = axis.length(step + 1)
            line = (-Self.spread..<length + Self.spread).map { sample in
                zip(0..., Binomial.weights).reduce(0) { sum, tap in
                    let place = 2 * sample - 2 + tap.0 + spread
                    return from.indices.contains(place) ? sum + tap.1 * from[place] : sum
                }
            }
            spread = Self.spread
        }
        values = level == 0 ? [Double](repeating: 0, count: 4) + line + [Double](repeating: 0, count: 4) : line
    }

    /// The value at a sample, 0 far outside.
    subscript(sample: Int) -> Double {
        let index = sample + Self.spread
        return values.indices.contains(index) ? values[index] : 0
    }

    /// What the samples near the line's beginning lack, from `spread` before it to `spread` behind it.
    var missingNearStart: [Double] { (-Self.spread..<Self.spread).map(missingBefore) }

    /// The same at the line's end, from beyond it inwards.
    func missingNearEnd(_ length: Int) -> [Double] {
        (-Self.spread..<Self.spread).map { missingBehind(length - 1 - $0) }
    }

    /// What the value lacks for what lies before the line's beginning.
    func missingBefore(_ sample: Int) -> Double { sample < middle ? missing(sample) : 0 }

    /// What the value lacks for what lies behind the line's end.
    func missingBehind(_ sample: Int) -> Double { sample < middle ? 0 : missing(sample) }

    /// Exactly 0 in the middle, where nothing is missing but what rounding took.
    private func missing(_ sample: Int) -> Double {
        let missing = 1 - self[sample]
        return missing < 1e-12 ? 0 : missing
    }

    private var middle: Int { values.count / 2 - Self.spread }
}

/// The filter between two levels: six taps whose middle lies between two samples.
enum Binomial {
    static let weights = [1.0, 5, 10, 10, 5, 1].map { $0 / 32 }
    /// The weights of the outer, the next and the inner pair, for averages, in fractions of 32768.
    static let pairWeights: [Int16] = [2048, 10240, 20480]
}
