/// A look for the samples of one plane, or of interleaved pixels.
package struct PlaneLook: Sendable {
    /// The number of color channels, which come first.
    let colorCount: Int
    /// Whether alpha follows the colors.
    let hasAlpha: Bool
    /// Whether blue is the first of three colors.
    let isReversed: Bool
    /// The change of the factor of chroma where alpha is 1; 0 for none.
    let saturation: Double
    /// What one or two channels of chroma are relative to, as a fraction of full scale.
    let pivot: Double
    /// The color of the tint for each channel, as fractions of full scale.
    let tint: [Double]
    /// The opacity of the tint where alpha is 1.
    let opacity: Double
    /// The standard deviation of grain where alpha is 1, in steps of 8 bits.
    let grain: Double
    /// The noise for each color before it is rounded to 8 bits; none if colors are not dithered.
    let dithers: [LookNoise.Kind]

    /// The field whose alpha the look follows.
    let field: any RadiusField
    let sampling: PlaneSampling

    /// Returns `nil` if the look changes nothing in the plane.
    init?(_ look: BlurLook, _ format: PixelFormat, _ sampling: PlaneSampling, _ field: any RadiusField) {
        if look.isNone { return nil }
        precondition(format.channels != .cmyk, "pixels with four inks have no looks")
        let colors = PlaneColors(format.channels, sampling.component, look.channelOrder)
        (colorCount, hasAlpha) = (colors.count, format.channels.hasAlpha)
        isReversed = look.channelOrder == .bgr
        saturation = colors.hasChroma ? look.saturation - 1 : 0
        pivot = ((format.depth.fullScale + 1) / 2) / format.depth.fullScale
        tint = look.tint.map { [pivot] in colors.values(of: $0, pivot: pivot) } ?? []
        opacity = look.tint?.opacity ?? 0
        grain = colors.hasLuma ? look.grain : 0
        let isRounded = format.depth == .eight || look.dithersSixteenBits
        dithers = look.dithers && isRounded ? colors.dithers : []
        (self.field, self.sampling) = (field, sampling)
        if !followsAlpha && dithers.isEmpty { return nil }
    }

    /// Whether anything depends on the alpha of the field.
    var followsAlpha: Bool { saturation != 0 || opacity > 0 || grain > 0 }

    /// Whether the look adds random numbers.
    var hasNoise: Bool { grain > 0 || !dithers.isEmpty }

    /// Whether the lines of the plane are its columns.
    var isTransposed: Bool { field.variation == .betweenColumns }

    /// The alpha of a line, if alpha does not vary along lines.
    func alpha(ofLine line: Int) -> Double {
        let x = isTransposed ? sampling.x(ofColumn: line) : 0.5
        let y = isTransposed ? 0.5 : sampling.y(ofRow: line)
        return field.alpha(x: x, y: y, width: sampling.imageWidth, height: sampling.imageHeight)
    }

    /// Writes the alphas of some samples of a row.
    func writeAlphas(ofRow row: Int, columns: Range<Int>, to alphas: inout MutableSpan<Float>) {
        let (least, greatest) = (field.minimumRadius, field.maximumRadius)
        guard greatest > least else {
            let y = sampling.y(ofRow: row)
            for column in columns {
                let x = sampling.x(ofColumn: column)
                alphas[column - columns.lowerBound] = Float(
                    field.alpha(x: x, y: y, width: sampling.imageWidth, height: sampling.imageHeight))
            }
            return
        }
        field.writeRadii(ofRow: row, columns: columns, sampling: sampling, to: &alphas)
        let (origin, scale) = (Float(least), Float(1 / (greatest - least)))
        for index in 0..<columns.count { alphas[index] = min(max((alphas[index] - origin) * scale, 0), 1) }
    }
}

/// What the color channels of a plane stand for.
private struct PlaneColors {
    let count: Int
    let component: PlaneComponent
    let order: BlurLook.ChannelOrder

    init(_ channels: ChannelLayout, _ component: PlaneComponent, _ order: BlurLook.ChannelOrder) {
        count = channels.hasAlpha ? channels.count - 1 : channels.count
        self.component = component
        self.order = order
    }

    /// Whether the channels change with saturation.
    var hasChroma: Bool { count > 1 || component != .luma }
    /// Whether the channels change with brightness.
    var hasLuma: Bool { count == 3 || count == 1 && component == .luma }

    var dithers: [LookNoise.Kind] {
        let kinds = LookNoise.Kind.dithers
        switch count {
        case 1: return [kinds[component == .luma ? 0 : component == .blueDifference ? 1 : 2]]
        case 2: return [kinds[1], kinds[2]]
        default: return order == .rgb ? kinds : kinds.reversed()
        }
    }

    /// The color of a tint in the channels, with the components of YCbCr as in JFIF.
    func values(of tint: BlurLook.Tint, pivot: Double) -> [Double] {
        let luma = 0.299 * tint.red + 0.587 * tint.green + 0.114 * tint.blue
        let blueDifference = pivot + (tint.blue - luma) / 1.772
        let redDifference = pivot + (tint.red - luma) / 1.402
        switch count {
        case 1: return [component == .luma ? luma : component == .blueDifference ? blueDifference : redDifference]
        case 2: return [blueDifference, redDifference]
        default: return order == .rgb ? [tint.red, tint.green, tint.blue] : [tint.blue, tint.green, tint.red]
        }
    }
}
