/// The radii of the lines of an image, or of one of its planes: rows where the ramp goes from top or bottom, else columns.
///
/// From one end to the other they never turn back: they fall or rise.
struct RadiusRamp {
    /// The number of lines.
    let count: Int
    private let blur: ProgressiveBlur
    /// The number of the image's own lines, and how many of them each of these stands for.
    private let imageCount: Double
    private let ratio: Double
    /// What turns pixels of the image into samples: across the lines, and along them.
    private let acrossScale: Double
    private let alongScale: Double

    /// A line's standard deviations in samples.
    struct Sigmas: Equatable {
        /// Across the lines: of the sum of this line and its neighbors.
        let across: Double
        /// Along the line.
        let along: Double

        var greatest: Double { max(across, along) }
    }

    init(_ blur: ProgressiveBlur, count: Int, sampling: PlaneSampling) {
        self.blur = blur
        self.count = count
        let (horizontal, vertical) = (sampling.horizontalRatio, sampling.verticalRatio)
        let isVertical = blur.direction.isVertical
        imageCount = Double(isVertical ? sampling.imageHeight : sampling.imageWidth)
        ratio = isVertical ? vertical : horizontal
        acrossScale = 1 / ratio
        alongScale = 1 / (isVertical ? horizontal : vertical)
    }

    /// The radii of a line, counted from the image's top or left.
    func sigmas(_ line: Int) -> Sigmas {
        let fromStart = min((Double(line) + 0.5) * ratio, imageCount)
        let isFromStart = blur.direction == .top || blur.direction == .left
        let distance = (isFromStart ? fromStart : imageCount - fromStart) / imageCount
        let radius = blur.radius(alpha: blur.mask.alpha(atDistance: distance))
        // less is nothing, and divides badly
        return Sigmas(across: max(radius * acrossScale, 0.1), along: max(radius * alongScale, 0.1))
    }

    /// The greatest radii of some lines.
    func greatest(_ lines: Range<Int>) -> Sigmas {
        let (first, last) = (sigmas(lines.lowerBound), sigmas(lines.upperBound - 1))
        return first.greatest > last.greatest ? first : last
    }

    /// Those of some lines whose radius is above a limit.
    func lines(_ lines: Range<Int>, above limit: Double) -> Range<Int> {
        func isAbove(_ line: Int) -> Bool { sigmas(line).greatest > limit }
        let (startsAbove, endsAbove) = (isAbove(lines.lowerBound), isAbove(lines.upperBound - 1))
        if startsAbove == endsAbove { return startsAbove ? lines : lines.lowerBound..<lines.lowerBound }
        // the first line that is not like the first
        var (low, high) = (lines.lowerBound, lines.upperBound - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isAbove(middle) == startsAbove { low = middle } else { high = middle }
        }
        return startsAbove ? lines.lowerBound..<high : high..<lines.upperBound
    }
}
