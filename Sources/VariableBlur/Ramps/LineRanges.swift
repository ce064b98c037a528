/// Disjoint nonempty ranges of lines in order, such as the blurred lines of an image.
extension [Range<Int>] {
    /// The smallest range that contains all ranges; empty if there are none.
    package var hull: Range<Int> {
        guard let first, let last else { return 0..<0 }
        return first.lowerBound..<last.upperBound
    }

    /// The lines that also lie inside `limits`.
    func clamped(to limits: Range<Int>) -> [Range<Int>] {
        var inside: [Range<Int>] = []
        for range in self where range.overlaps(limits) { inside.append(range.clamped(to: limits)) }
        return inside
    }

    /// The range that contains a line, if any.
    func range(containing line: Int) -> Range<Int>? {
        for range in self where range.contains(line) { return range }
        return nil
    }
}
