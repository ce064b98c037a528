internal import CBlurKernels

/// The part of the horizontal filter's weight that falls beyond one end of the image, for the samples of a level near
/// that end.
///
/// Samples are counted from the end inward, so that both ends are treated alike. The deficits before filtering are 1
/// outside the image and fall to 0 inside. Summation by parts expresses the deficit of a filtered sample s by their
/// steps:
///
///     deficit(s) = Σₖ steps[k] · W(s − first − k + 1)
///
/// where W(d) is the weight of the kernel at distance d and beyond, on one side.
@safe
struct EdgeWeightDeficit {
    /// The first sample whose deficit before filtering is below 1.
    private let first: Int
    /// The decrease of the deficit from each sample to the next, starting at `first`; the sum is 1.
    private let steps: UnsafeMutablePointer<Double>
    private let count: Int

    /// Describes an end with the deficits of its samples, starting `AxisLevels.overhang` samples beyond the end.
    init(_ deficits: [Double], arena: Arena) throws(BlurError) {
        let partial = deficits.drop { $0 == 1 }.prefix { $0 > 0 }
        first = partial.startIndex - AxisLevels.overhang
        count = partial.count + 1
        unsafe steps = try arena.allocate(count, of: Double.self)
        var deficit = 1.0
        for (index, value) in (partial + [0]).enumerated() {
            unsafe steps[index] = deficit - value
            deficit = value
        }
    }

    /// Whether both ends have equal deficits.
    func equals(_ other: EdgeWeightDeficit) -> Bool {
        first == other.first && count == other.count
            && (0..<count).allSatisfy { unsafe steps[$0] == other.steps[$0] }
    }

    /// The maximum distance whose cumulative weight is required for a sample.
    static func greatestDistance(_ sample: Int) -> Int { sample + AxisLevels.overhang + 1 }

    /// Writes the weights beyond the end for a range of samples filtered with a kernel.
    func write(
        _ samples: Range<Int>, _ kernel: HorizontalKernel, into deficits: UnsafeMutablePointer<Double>,
        _ loops: InnerLoops
    ) {
        let nearest = samples.lowerBound - first + 1
        let weights = unsafe kernel.extendCumulativeWeights(
            from: nearest - count + 1, upTo: nearest + samples.count - 1)
        unsafe loops.functions.pointee.sum_doubles(deficits, weights + count - 1, -1, steps, count, samples.count)
    }
}
