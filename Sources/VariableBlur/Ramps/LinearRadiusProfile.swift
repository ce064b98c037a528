/// The radii of the lines of a linear ramp without easing.
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

    func sigmas(ofLine line: Int) -> LineSigmas {
        let position = min((Double(line) + 0.5) * ratio, imageLength)
        let radius = field.radius(alpha: field.mask.alpha(atPosition: position, ofLength: imageLength))
        return LineSigmas(radius: radius, acrossScale: acrossScale, alongScale: alongScale)
    }
}
