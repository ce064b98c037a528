/// The response of a level to a line of ones with zeros around it: 1 inside, less near the ends.
///
/// Dividing by it is what ``EdgeMode/normalize`` requires; the difference from 1 is the weight that the decimation filters read
/// outside the line.
struct NormalizationResponse {
    /// The maximum number of a level's samples beyond each end that are not 0, and inside each end that are not 1.
    static let spread = 4
    /// The decimation filter: six taps centered between two samples.
    private static let binomialWeights = [1.0, 5, 10, 10, 5, 1].map { $0 / 32 }

    /// The weight that the samples from index `-spread` up to `spread` read before the start of the line.
    let deficitsNearStart: [Double]
    /// The weight that samples read after the end of the line, counted from that end inwards.
    let deficitsNearEnd: [Double]
    /// The samples whose response is 1.
    let interior: Range<Int>
    private let length: Int

    init(_ axis: AxisLevels, _ level: Int) {
        length = axis.length(level)
        deficitsNearStart = Self.deficits(axis, level) { _ in 0 }
        // counted from the end of a line with an odd number of samples, the taps lie one sample further out
        deficitsNearEnd = Self.deficits(axis, level) { ($0 & 1) }
        let first = deficitsNearStart.lastIndex { $0 > 0 }.map { $0 + 1 - Self.spread } ?? -Self.spread
        let last = deficitsNearEnd.lastIndex { $0 > 0 }.map { $0 + 1 - Self.spread } ?? -Self.spread
        interior = min(first, length - last)..<max(first, length - last)
    }

    /// Computes the deficits near one end, level by level.
    ///
    /// Counted from that end, sample s of a level depends on the six samples of the level below starting at 2s - 2 - shift.
    /// `shift` returns the shift for the number of samples of the level below.
    private static func deficits(_ axis: AxisLevels, _ level: Int, _ shift: (Int) -> Int) -> [Double] {
        var deficits = (-spread..<spread).map { $0 < 0 ? 1.0 : 0 }
        for step in 0..<level {
            let (below, shift) = (deficits, shift(axis.length(step)))
            deficits = (-spread..<spread).map { sample in
                zip(0..., binomialWeights).reduce(0) { sum, tap in
                    let index = 2 * sample - 2 - shift + tap.0 + spread
                    return index < 0 ? sum + tap.1 : index < below.count ? sum + tap.1 * below[index] : sum
                }
            }
        }
        return deficits
    }

    /// The weight that a sample reads before the start of the line.
    func deficitBefore(_ sample: Int) -> Double { deficit(sample, deficitsNearStart) }

    /// The weight that a sample reads after the end of the line.
    func deficitAfter(_ sample: Int) -> Double { deficit(length - 1 - sample, deficitsNearEnd) }

    private func deficit(_ sample: Int, _ deficits: [Double]) -> Double {
        let index = sample + Self.spread
        return index < 0 ? 1 : index < deficits.count ? deficits[index] : 0
    }
}
