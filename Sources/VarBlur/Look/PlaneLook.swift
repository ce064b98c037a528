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
    /// The share of the alpha channel that is lost where alpha is 1; 0 without an alpha channel, or with a matte.
    private(set) var fade: Double
    /// The same for the background of a matte, before pixels are put in front of it; 0 without a matte.
    private(set) var backgroundFade: Double
    /// The standard deviation of grain where alpha is 1, in steps of 8 bits.
    let grain: Double
    /// The noise for each color before it is rounded to 8 bits; none if colors are not dithered.
    let dithers: [LookNoise.Kind]

    /// The field whose alpha the look follows.
    private(set) var field: any RadiusField
    let sampling: PlaneSampling
    /// What the look leaves as it is.
    private var matte: PlacedMatte?
    /// Whether the lines are rows of tiles, as where a matte has an effect.
    private var isTiled: Bool

    /// Returns `nil` if the look changes nothing in the plane.
    init?(
        _ look: BlurLook, _ format: PixelFormat, _ sampling: PlaneSampling, _ field: any RadiusField,
        _ matte: PlacedMatte? = nil
    ) {
        if look.isNone { return nil }
        precondition((try? look.check(format)) != nil, "the pixels cannot have the look")
        let colors = PlaneColors(format.channels, sampling.component, look)
        (colorCount, hasAlpha) = (colors.count, format.channels.hasAlpha)
        isReversed = colors.isReversed
        saturation = colors.hasChroma ? look.saturation - 1 : 0
        pivot = ((format.depth.fullScale + 1) / 2) / format.depth.fullScale
        tint = look.tint.map { [pivot] in colors.values(of: $0, pivot: pivot) } ?? []
        opacity = look.tint?.opacity ?? 0
        (fade, backgroundFade) = matte == nil ? (look.fade, 0) : (0, look.fade)
        grain = colors.hasLuma ? look.grain : 0
        let isRounded = format.depth == .eight || look.dithersSixteenBits
        dithers = look.dithers && isRounded ? colors.dithers : []
        (self.field, self.sampling, self.matte, isTiled) = (field, sampling, matte, matte != nil)
        if !followsAlpha && dithers.isEmpty { return nil }
    }

    /// The look of pixels that nothing is in front of.
    var withoutMatte: PlaneLook {
        var look = self
        (look.fade, look.backgroundFade, look.matte) = (max(fade, backgroundFade), 0, nil)
        return look
    }

    /// The look of pixels that nothing is in front of, for the engine on rows.
    var onRows: PlaneLook {
        var look = withoutMatte
        look.isTiled = false
        return look
    }

    /// The look for the engine on tiles.
    var onTiles: PlaneLook {
        var look = self
        look.isTiled = true
        return look
    }

    /// Whether anything depends on the alpha of the field.
    var followsAlpha: Bool { saturation != 0 || opacity > 0 || grain > 0 || fade > 0 || backgroundFade > 0 }

    /// Whether the look adds random numbers.
    var hasNoise: Bool { grain > 0 || !dithers.isEmpty }

    /// Whether alpha varies along lines.
    var variesAlongLines: Bool { field.variation == .betweenPixels || isTiled }

    /// Whether the lines of the plane are its columns.
    var isTransposed: Bool { field.variation == .betweenColumns && !isTiled }

    /// The alpha of a line, if alpha does not vary along lines.
    func alpha(ofLine line: Int) -> Double {
        let x = isTransposed ? sampling.x(ofColumn: line) : 0.5
        let y = isTransposed ? 0.5 : sampling.y(ofRow: line)
        return field.alpha(x: x, y: y)
    }

    /// The look for some samples only, with what matters there.
    func part(ofRows rows: Range<Int>, columns: Range<Int>) -> PlaneLook {
        guard !columns.isEmpty, let part = field.alphaPart(columns: columns, rows: rows, sampling: sampling) else {
            return self
        }
        var look = self
        look.field = part
        return look
    }

    /// Writes the alphas of some samples of a row.
    func writeAlphas(ofRow row: Int, columns: Range<Int>, to alphas: inout MutableSpan<Float>) {
        writeFieldAlphas(ofRow: row, columns: columns, to: &alphas)
        guard let matte else { return }
        var coverage = [Float](repeating: 0, count: columns.count)
        var span = coverage.mutableSpan
        matte.writeCoverage(ofRows: row..<row + 1, columns: columns, sampling, to: &span)
        for index in coverage.indices { alphas[index] *= 1 - coverage[index] }
    }

    /// Writes the parts of the background of a matte that remain after it has faded.
    func writeBackgroundFactors(ofRow row: Int, columns: Range<Int>, to factors: inout MutableSpan<Float>) {
        writeFieldAlphas(ofRow: row, columns: columns, to: &factors)
        for index in 0..<columns.count { factors[index] = 1 - Float(backgroundFade) * factors[index] }
    }

    private func writeFieldAlphas(ofRow row: Int, columns: Range<Int>, to alphas: inout MutableSpan<Float>) {
        let (least, greatest) = (field.minimumRadius, field.maximumRadius)
        guard greatest > least else {
            return field.visitAlphas(ofRows: row..<row + 1, columns: columns, sampling: sampling) { _, column, alpha in
                alphas[column - columns.lowerBound] = Float(alpha)
            }
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
    /// Whether blue is the first of three colors.
    let isReversed: Bool

    init(_ channels: ChannelLayout, _ component: PlaneComponent, _ look: BlurLook) {
        count = channels.hasAlpha ? channels.count - 1 : channels.count
        self.component = component
        isReversed = channels.isBlueFirst || look.channelOrder == .bgr
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
        default: return isReversed ? kinds.reversed() : kinds
        }
    }

    /// The color of a tint in the channels, with the components of YCbCr as in JFIF.
    func values(of tint: BlurLook.Tint, pivot: Double) -> [Double] {
        let luma = Luma.of(tint.red, tint.green, tint.blue)
        let blueDifference = pivot + (tint.blue - luma) / 1.772
        let redDifference = pivot + (tint.red - luma) / 1.402
        switch count {
        case 1: return [component == .luma ? luma : component == .blueDifference ? blueDifference : redDifference]
        case 2: return [blueDifference, redDifference]
        default: return isReversed ? [tint.blue, tint.green, tint.red] : [tint.red, tint.green, tint.blue]
        }
    }
}
