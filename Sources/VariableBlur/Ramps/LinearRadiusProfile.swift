/// The radii of the lines of a linear ramp.
struct LinearRadiusProfile: MonotoneRadiusProfile {
    let lineCount: Int
    private let field: LinearRadiusField
    /// The length of the ramp's axis in pixels of the image.
    private let imageLength: Double
    /// The number of the image's lines for each line of the plane.
    private let ratio: Double
    /// Factors from pixels of the image to samples of the plane, across and along the lines.
    private let acrossScale: Double
    private let alongScale: Double

    /// A lower bound for standard deviations: it changes no sample, and divisions by it are safe.
    private static let leastSigma = 0.1

    init(_ field: LinearRadiusField, lineCount: Int, sampling: PlaneSampling) {
        self.field = field
        self.lineCount = lineCount
        let (horizontal, vertical) = (sampling.horizontalRatio, sampling.verticalRatio)
        let isVertical = field.mask.direction.isVertical
        imageLength = Double(isVertical ? sampling.imageHeight : sampling.imageWidth)
        ratio = isVertical ? vertical : horizontal
        acrossScale = 1 / ratio
        alongScale = 1 / (isVertical ? horizontal : vertical)
    }

    init(_ blur: ProgressiveBlur, lineCount: Int, sampling: PlaneSampling) {
        let field = LinearRadiusField(
            mask: blur.mask, minimumRadius: blur.minimumRadius, maximumRadius: blur.maximumRadius)
        self.init(field, lineCount: lineCount, sampling: sampling)
    }

    func sigmas(ofLine line: Int) -> LineSigmas {
        let position = min((Double(line) + 0.5) * ratio, imageLength)
        let radius = field.radius(alpha: field.mask.alpha(atPosition: position, ofLength: imageLength))
        return LineSigmas(
            across: max(radius * acrossScale, Self.leastSigma), along: max(radius * alongScale, Self.leastSigma))
    }
}
