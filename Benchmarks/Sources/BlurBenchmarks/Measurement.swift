/// The run times of one operation, in milliseconds.
struct Measurement {
    let name: String
    let samples: [Double]

    /// Measures an operation after two warm-up runs.
    static func of(_ name: String, samples count: Int, _ operation: () throws -> Void) rethrows -> Measurement {
        for _ in 0..<2 { try operation() }
        return Measurement(name: name, samples: try (0..<count).map { _ in try milliseconds(operation) })
    }

    /// The time that an operation takes.
    static func milliseconds(_ operation: () throws -> Void) rethrows -> Double {
        let time = try ContinuousClock().measure(operation)
        return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) * 1e-15
    }

    /// The median of the ratios to another measurement whose runs were interleaved with those of this one.
    func ratio(to other: Measurement) -> Double { Self.median(zip(samples, other.samples).map { $0 / $1 }) }

    var median: Double { Self.median(samples) }

    /// The median absolute deviation from the median.
    var deviation: Double { Self.median(samples.map { abs($0 - median) }) }

    private static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
