/// The standard deviations with which one line is blurred, in samples of its plane.
package struct LineSigmas: Sendable, Equatable, BitwiseCopyable {
    /// Perpendicular to the line: of the weighted sum of the line and its neighbors.
    package let across: Double
    /// Within the line.
    package let along: Double

    package init(across: Double, along: Double) { (self.across, self.along) = (across, along) }

    /// The standard deviations for a radius in pixels of the image; the scales are samples per pixel.
    init(radius: Double, acrossScale: Double, alongScale: Double) {
        self.init(
            across: max(radius * acrossScale, Self.leastSigma), along: max(radius * alongScale, Self.leastSigma))
    }

    /// A lower bound for standard deviations: it changes no sample, and divisions by it are safe.
    private static let leastSigma = 0.1

    /// The larger of the two.
    package var larger: Double { max(across, along) }
}

/// The radii of all lines of a plane: of its rows, or of its columns where the radius varies between columns.
///
/// The radii may rise and fall in any order. The lines' ``LineSigmas/across`` and ``LineSigmas/along`` have a constant ratio,
/// except where either is raised to a lower bound. A profile whose radii only rise or only fall conforms to
/// ``MonotoneRadiusProfile``, which replaces the default O(number of lines) implementations with faster ones.
package protocol RadiusProfile: Sendable {
    /// The number of lines.
    var lineCount: Int { get }

    /// The standard deviations of a line, counted from the top, or from the left; both are above 0.
    func sigmas(ofLine line: Int) -> LineSigmas

    /// The minimum and the maximum standard deviation in a nonempty range of lines.
    func sigmaBounds(in lines: Range<Int>) -> (least: LineSigmas, greatest: LineSigmas)

    /// The lines of a nonempty range whose ``LineSigmas/larger`` is above a limit, as disjoint nonempty ranges in order.
    func ranges(in lines: Range<Int>, above limit: Double) -> [Range<Int>]
}

extension RadiusProfile {
    package func sigmaBounds(in lines: Range<Int>) -> (least: LineSigmas, greatest: LineSigmas) {
        let first = sigmas(ofLine: lines.lowerBound)
        var (least, greatest) = (first, first)
        for line in lines.dropFirst() {
            let sigmas = sigmas(ofLine: line)
            if sigmas.larger < least.larger { least = sigmas }
            if sigmas.larger > greatest.larger { greatest = sigmas }
        }
        return (least, greatest)
    }

    package func ranges(in lines: Range<Int>, above limit: Double) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        for line in lines {
            let isAbove = sigmas(ofLine: line).larger > limit
            if isAbove && start == nil { start = line }
            if !isAbove, let first = start {
                ranges.append(first..<line)
                start = nil
            }
        }
        if let start { ranges.append(start..<lines.upperBound) }
        return ranges
    }
}

/// A profile whose radii never rise from line to line, or never fall.
///
/// The extremes of a range of lines are at its ends, and the lines above a limit form at most one range, which bisection finds.
package protocol MonotoneRadiusProfile: RadiusProfile {}

extension MonotoneRadiusProfile {
    package func sigmaBounds(in lines: Range<Int>) -> (least: LineSigmas, greatest: LineSigmas) {
        let (first, last) = (sigmas(ofLine: lines.lowerBound), sigmas(ofLine: lines.upperBound - 1))
        return first.larger > last.larger ? (last, first) : (first, last)
    }

    package func ranges(in lines: Range<Int>, above limit: Double) -> [Range<Int>] {
        func isAbove(_ line: Int) -> Bool { sigmas(ofLine: line).larger > limit }
        let (startsAbove, endsAbove) = (isAbove(lines.lowerBound), isAbove(lines.upperBound - 1))
        if startsAbove == endsAbove { return startsAbove ? [lines] : [] }
        // bisect for the first line on the other side of the limit
        var (low, high) = (lines.lowerBound, lines.upperBound - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isAbove(middle) == startsAbove { low = middle } else { high = middle }
        }
        return [startsAbove ? lines.lowerBound..<high : high..<lines.upperBound]
    }
}
