/// Disjoint nonempty ranges of lines in order, such as the blurred lines of an image.
extension [Range<Int>] {
    /// The smallest range that contains all ranges; empty if there are none.
    package var hull: Range<Int> {
        guard let first, let last else { return 0..<0 }
        return first.lowerBound..<last.upperBound
    }

    /// The smallest range that contains all ranges, in any order; empty if there are none.
    package var hullOfAll: Range<Int> {
        guard let first = map(\.lowerBound).min(), let end = map(\.upperBound).max() else { return 0..<0 }
        return first..<end
    }

    /// The lines of ranges in any order, which may overlap or be empty.
    package func merged() -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty { merged.join(range) }
        return merged
    }

    /// Appends a range; it and the last one become one unless it begins more than `gap` after that.
    package mutating func join(_ range: Range<Int>, gap: Int = 0) {
        if let last, range.lowerBound - last.upperBound <= gap {
            let first = Swift.min(last.lowerBound, range.lowerBound)
            self[count - 1] = first..<Swift.max(last.upperBound, range.upperBound)
        } else {
            append(range)
        }
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
