extension NodeSet {
    /// Splits the σ of a tile into ranges that each have a few nodes.
    ///
    /// - Parameters:
    ///   - least: the least σ of the tile.
    ///   - greatest: the greatest σ of the tile.
    ///   - unblurred: the σ up to which pixels are not blurred.
    /// - Returns: disjoint ranges in ascending order; none if no pixel is blurred.
    static func sets(from least: Double, to greatest: Double, unblurred: Double) -> [NodeSet] {
        guard greatest > unblurred else { return [] }
        let infinity = Double.infinity
        // pixels are compared with the limits in single precision
        let lowest = least > unblurred ? -1 : unblurred
        if least >= leastLogarithmicSigma && greatest <= least * greatestRatio {
            return [NodeSet(logarithmic: least, greatest, low: lowest, high: infinity)]
        }
        guard least < leastLogarithmicSigma else {
            return logarithmicSets(from: least, to: greatest, low: lowest)
        }
        if greatest <= greatestExponentialSigma {
            return [NodeSet(exponential: greatest, low: lowest, high: infinity)]
        }
        let fine = NodeSet(exponential: greatestExponentialSigma, low: lowest, high: greatestExponentialSigma)
        return [fine] + logarithmicSets(from: greatestExponentialSigma, to: greatest, low: greatestExponentialSigma)
    }

    /// Splits a range into sets of equal ratio.
    private static func logarithmicSets(from least: Double, to greatest: Double, low: Double) -> [NodeSet] {
        let count = Int((logarithm(greatest / least) / logarithm(greatestRatio)).rounded(.up))
        let ratio = exponential(logarithm(greatest / least) / Double(max(count, 1)))
        var sets: [NodeSet] = []
        var (start, limit) = (least, low)
        for index in 0..<max(count, 1) {
            let isLast = index >= count - 1
            let end = isLast ? greatest : start * ratio
            sets.append(NodeSet(logarithmic: start, end, low: limit, high: isLast ? .infinity : end))
            (start, limit) = (end, end)
        }
        return sets
    }

    /// The same set for some of its pixels only, those with a σ in a range.
    ///
    /// The result never exceeds the range of this set, for which memory is allocated.
    func restricted(to sigmas: ClosedRange<Double>) -> NodeSet {
        let sigmas = sigmas.clamped(to: range)
        return isExponential
            ? NodeSet(exponential: sigmas.upperBound, low: Double(low), high: Double(high))
            : NodeSet(logarithmic: sigmas.lowerBound, sigmas.upperBound, low: Double(low), high: Double(high))
    }
}
