/// The times of one thing, in milliseconds.
struct Measurement {
    let name: String
    let samples: [Double]

    /// Does the work twice for nothing, and then as often as there are samples.
    static func of(_ name: String, samples count: Int, _ work: () throws -> Void) rethrows -> Measurement {
        let clock = ContinuousClock()
        for _ in 0..<2 { try work() }
        let samples = try (0..<count).map { _ in
            let time = try clock.measure(work)
            return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) * 1e-15
        }
        return Measurement(name: name, samples: samples)
    }

    var median: Double { Self.median(samples) }

    /// Half of the samples are no further from the median.
    var spread: Double { Self.median(samples.map { abs($0 - median) }) }

    private static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
