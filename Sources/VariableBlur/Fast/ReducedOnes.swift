/// What a line of ones becomes on a level where it is reduced with nothing around it: 1 in the middle, less near the ends.
struct ReducedOnes {
    /// How far beyond the line's ends a level's samples are not 0, and how far inside they are not 1, at most.
    static let spread = 4

    /// What the samples near the line's beginning lack, from `spread` before it to `spread` behind it.
    let missingNearStart: [Double]
    /// The same at the line's end, from beyond it inwards.
    let missingNearEnd: [Double]
    /// The samples that lack nothing.
    let middle: Range<Int>
    private let length: Int

    init(_ axis: AxisLevels, _ level: Int) {
        length = axis.length(level)
        missingNearStart = Self.missing(axis, level) { _ in 0 }
        // a line that ends is one that begins, seen from behind; its first sample may stand for no more than a part
        missingNearEnd = Self.missing(axis, level) { ($0 & 1) }
        let first = missingNearStart.lastIndex { $0 > 0 }.map { $0 + 1 - Self.spread } ?? -Self.spread
        let last = missingNearEnd.lastIndex { $0 > 0 }.map { $0 + 1 - Self.spread } ?? -Self.spread
        middle = min(first, length - last)..<max(first, length - last)
    }

    /// Goes through the levels on one side.
    ///
    /// Counted from that side, a level's sample s is made of the six samples from 2s - 2 on of the level below, or one
    /// further out if that has an odd number of samples and the side is its end.
    private static func missing(_ axis: AxisLevels, _ level: Int, _ shift: (Int) -> Int) -> [Double] {
        var missing = (-spread..<spread).map { $0 < 0 ? 1.0 : 0 }
        for step in 0..<level {
            let (below, shift) = (missing, shift(axis.length(step)))
            missing = (-spread..<spread).map { sample in
                zip(0..., Binomial.weights).reduce(0) { sum, tap in
                    let place = 2 * sample - 2 - shift + tap.0 + spread
                    return place < 0 ? sum + tap.1 : place < below.count ? sum + tap.1 * below[place] : sum
                }
            }
        }
        return missing
    }

    /// The value at a sample, 0 far outside.
    subscript(sample: Int) -> Double { 1 - missingBefore(sample) - missingBehind(sample) }

    /// What the value lacks for what lies before the line's beginning.
    func missingBefore(_ sample: Int) -> Double { missing(sample, missingNearStart) }

    /// What the value lacks for what lies behind the line's end.
    func missingBehind(_ sample: Int) -> Double { missing(length - 1 - sample, missingNearEnd) }

    private func missing(_ sample: Int, _ near: [Double]) -> Double {
        let index = sample + Self.spread
        return index < 0 ? 1 : index < near.count ? near[index] : 0
    }
}
