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

    /// The greatest standard deviation that the fast engine treats as no blur: a line's neighbors would change a sample by at most
    /// 1/1000 of an 8-bit step.
    package static let greatestUnblurred = 0.19

    /// A lower bound for standard deviations: it changes no sample, and divisions by it are safe.
    private static let leastSigma = 0.1

    /// The larger of the two.
    package var larger: Double { max(across, along) }
}

/// The radii of all lines of a plane: of its rows, or of its columns where the radius varies between columns.
///
/// The radii may rise and fall in any order. The lines' ``LineSigmas/across`` and ``LineSigmas/along`` have a constant ratio,
/// except where either is raised to a lower bound.
package struct RadiusProfile: Sendable {
    /// The radius of each line in pixels of the image, from the top, or from the left.
    package let radii: [Double]
    /// Whether the radii never rise from line to line, or never fall.
    ///
    /// The extremes of a range of lines are then at its ends, and the lines above a limit form at most one range, which bisection finds.
    package let isMonotone: Bool
    /// Factors from pixels of the image to samples of the plane, across and along the lines.
    private let acrossScale: Double
    private let alongScale: Double

    package init(radii: [Double], acrossScale: Double = 1, alongScale: Double = 1) {
        (self.radii, self.acrossScale, self.alongScale) = (radii, acrossScale, alongScale)
        var (rises, falls) = (false, false)
        for line in 0..<max(radii.count - 1, 0) {
            if radii[line] < radii[line + 1] { rises = true }
            if radii[line] > radii[line + 1] { falls = true }
        }
        isMonotone = !(rises && falls)
    }

    /// The number of lines.
    package var lineCount: Int { radii.count }

    /// The standard deviations of a line, counted from the top, or from the left; both are above 0.
    package func sigmas(ofLine line: Int) -> LineSigmas {
        LineSigmas(radius: radii[line], acrossScale: acrossScale, alongScale: alongScale)
    }

    /// The minimum and the maximum standard deviation in a nonempty range of lines.
    ///
    /// - Complexity: O(1) if the radii are monotone, otherwise O(number of lines).
    package func sigmaBounds(in lines: Range<Int>) -> (least: LineSigmas, greatest: LineSigmas) {
        var (least, greatest) = (lines.lowerBound, lines.lowerBound)
        for line in isMonotone ? lines.upperBound - 1..<lines.upperBound : lines {
            if radii[line] < radii[least] { least = line }
            if radii[line] > radii[greatest] { greatest = line }
        }
        return (sigmas(ofLine: least), sigmas(ofLine: greatest))
    }

    /// The lines of a nonempty range whose ``LineSigmas/larger`` is above a limit, as disjoint nonempty ranges in order.
    ///
    /// - Complexity: O(log number of lines) if the radii are monotone, otherwise O(number of lines).
    package func ranges(in lines: Range<Int>, above limit: Double) -> [Range<Int>] {
        func isAbove(_ line: Int) -> Bool { sigmas(ofLine: line).larger > limit }
        var ranges: [Range<Int>] = []
        var line = lines.lowerBound
        while line < lines.upperBound {
            let (isBlurred, start) = (isAbove(line), line)
            line = firstLine(in: line + 1..<lines.upperBound) { isAbove($0) != isBlurred }
            if isBlurred { ranges.append(start..<line) }
        }
        return ranges
    }

    /// The first line of a range that meets a condition, or the end of the range.
    ///
    /// If the radii are monotone, all lines after one that meets the condition must meet it, too.
    private func firstLine(in lines: Range<Int>, where condition: (Int) -> Bool) -> Int {
        isMonotone ? lines.bisected(condition) : lines.first(where: condition) ?? lines.upperBound
    }
}
