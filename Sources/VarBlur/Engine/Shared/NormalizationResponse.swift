/// The response of a level to a line of ones with zeros around it: 1 inside, less near the ends.
///
/// The engine uses the differences from 1, the deficits: the part of the decimation filters' weight that falls outside the
/// line. From them follow the gains of ``EdgeMode/normalize`` and the weights that ``EdgeMode/clamp`` gives to the edge row
/// or pixel.
struct NormalizationResponse {
    /// The decimation filter: six taps centered between two samples.
    private static let binomialWeights = [1.0, 5, 10, 10, 5, 1].map { $0 / 32 }

    /// The weight that falls before the start of the line, for the samples at indices -overhang..<overhang.
    let deficitsNearStart: [Double]
    /// The weight that falls after the end of the line, for samples counted inward from that end.
    let deficitsNearEnd: [Double]
    /// The samples whose response is 1.
    let interior: Range<Int>
    private let length: Int

    init(_ axis: AxisLevels, _ level: Int) {
        length = axis.length(level)
        deficitsNearStart = Self.deficits(axis, level) { _ in 0 }
        // counted from the end of a line with an odd number of samples, the taps lie one sample further out
        deficitsNearEnd = Self.deficits(axis, level) { ($0 & 1) }
        let first = deficitsNearStart.lastIndex { $0 > 0 }.map { $0 + 1 - AxisLevels.overhang } ?? -AxisLevels.overhang
        let last = deficitsNearEnd.lastIndex { $0 > 0 }.map { $0 + 1 - AxisLevels.overhang } ?? -AxisLevels.overhang
        interior = min(first, length - last)..<max(first, length - last)
    }

    /// Computes the deficits near one end, level by level.
    ///
    /// Counted from that end, sample s of a level depends on the six samples of the next finer level starting at 2s - 2 - shift.
    /// `shift` returns the shift for the number of samples of the finer level.
    private static func deficits(_ axis: AxisLevels, _ level: Int, _ shift: (Int) -> Int) -> [Double] {
        var deficits = (-AxisLevels.overhang..<AxisLevels.overhang).map { $0 < 0 ? 1.0 : 0 }
        for step in 0..<level {
            let (finer, shift) = (deficits, shift(axis.length(step)))
            deficits = (-AxisLevels.overhang..<AxisLevels.overhang).map { sample in
                zip(0..., binomialWeights).reduce(0) { sum, tap in
                    let index = 2 * sample - 2 - shift + tap.0 + AxisLevels.overhang
                    return index < 0 ? sum + tap.1 : index < finer.count ? sum + tap.1 * finer[index] : sum
                }
            }
        }
        return deficits
    }

    /// The part of a sample's filter weight that falls before the start of the line.
    func deficitBefore(_ sample: Int) -> Double { deficit(sample, deficitsNearStart) }

    /// The part of a sample's filter weight that falls after the end of the line.
    func deficitAfter(_ sample: Int) -> Double { deficit(length - 1 - sample, deficitsNearEnd) }

    private func deficit(_ sample: Int, _ deficits: [Double]) -> Double {
        let index = sample + AxisLevels.overhang
        return index < 0 ? 1 : index < deficits.count ? deficits[index] : 0
    }
}
