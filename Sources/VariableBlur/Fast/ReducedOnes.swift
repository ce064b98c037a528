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
