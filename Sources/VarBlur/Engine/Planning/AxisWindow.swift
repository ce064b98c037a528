/// The samples of a level that some results depend on, along one axis: one range, or several far apart if edges wrap.
struct AxisWindow {
    /// Disjoint ranges in ascending order.
    let ranges: [Range<Int>]
    /// The number of samples.
    let count: Int

    /// Joins ranges that overlap or touch.
    init(_ unordered: [Range<Int>]) {
        ranges = unordered.merged()
        count = ranges.reduce(0) { $0 + $1.count }
    }

    /// The position of a sample in the window, which must contain it.
    func position(of sample: Int) -> Int {
        var first = 0
        for range in ranges {
            if range.contains(sample) { return first + sample - range.lowerBound }
            first += range.count
        }
        preconditionFailure("sample \(sample) is outside the window \(ranges)")
    }

    /// The range that contains a sample, if any.
    func range(containing sample: Int) -> Range<Int> { ranges.range(containing: sample) ?? 0..<0 }
}

/// The weights of one result that an edge of the image affects: adjacent samples of a window.
struct EdgeResult {
    /// The index of the result on its level.
    let index: Int
    /// The first weighted sample, as a position in the window.
    let first: Int
    /// The weights as fractions of the inner loops' unit weight.
    let weights: [Int32]
}
