internal import VarBlur

extension TextLayer: DrawnContent {
    /// Draws a text, whose scrim is there already: its shadow, its outline, and its letters.
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        let text = try drawing.layout.textLayout(self, in: frame)
        let color = hasAutomaticColor && fill == nil ? try drawing.color(of: text, in: frame) : nil
        let (ink, box) = (text.inkBounds(in: frame), text.box(in: frame))
        func draw(_ context: CairoContext) throws(SceneError) {
            if let visibleStroke {
                context.setPaint(visibleStroke, in: box)
                try text.drawOutline(context, in: frame)
            }
            context.setPaint(color.map { .color($0) } ?? paint, in: box)
            text.draw(context, in: frame)
        }
        if let shadow { try drawing.draw(shadow, of: ink, draw) }
        // Cairo would mistake places that are too far away for others
        guard drawing.surface.region(around: drawing.placement.bounds(of: ink)) != nil else { return }
        try drawing.paint(draw)
    }

    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? {
        try drawing.layout.textLayout(self, in: frame).inkBounds(in: frame)
    }

    func promise(
        in frame: SceneRectangle, ink: Double, presence: Double, on drawing: SceneDrawing
    ) throws(SceneError) -> ContrastPromise? {
        var (text, presence) = (self, presence)
        if hasFadingColor {
            presence *= color.opacity
            text.color.opacity = 1
        }
        guard presence > 0, let requirement = try text.requirement(opacity: ink) else { return nil }
        let layout = try drawing.layout.textLayout(text, in: frame)
        return ContrastPromise(
            requirement: requirement, words: try drawing.inkMasks(layout, in: frame), distance: 0.15 * layout.fontSize,
            ink: layout.inkBounds(in: frame), scrim: scrim, presence: presence)
    }

    var dependence: BackgroundDependence? {
        if minContrast != nil {
            return BackgroundDependence(name: "a text with a minimum contrast", member: "minContrast")
        }
        guard hasAutomaticColor else { return nil }
        return BackgroundDependence(name: "a text with an automatic color", member: "color")
    }

    // coverages of one byte for each pixel, in an area that is larger than the canvas by the reach of the shadow
    func byteCount(canvas: Int) -> Int { 4 * canvas }

    var pixelWork: Double { minContrast == nil ? 10 : 80 }

    func check(_ visit: LayerVisit, by check: SceneCheck) {
        var text = self
        if hasFadingColor { text.color.opacity = 1 }
        check.visit(text, visit)
    }
}

extension SceneDrawing {
    /// Black or white: the color that has more contrast with what is behind a text.
    fileprivate func color(of text: TextLayout, in frame: SceneRectangle) throws(SceneError) -> SceneColor {
        color(behind: try inkMasks(text, in: frame), within: 0.15 * text.fontSize)
    }

    /// Black or white: the color that has more contrast with what is behind the things that `body` draws in an area.
    func color(
        behind area: SceneRectangle, _ body: (CairoContext) throws(SceneError) -> Void
    ) throws(SceneError) -> SceneColor {
        guard let region = surface.region(around: placement.bounds(of: area)) else { return .white }
        let ink = try inkMask(of: region) { context throws(SceneError) in
            context.placement = placement
            try body(context)
        }
        return color(behind: [ink], within: 0)
    }

    /// Black or white: the color that has more contrast with the picture at ink and within a distance of it.
    private func color(behind ink: [InkMask], within distance: Double) -> SceneColor {
        let luminances = unsafe surface.pixels.withUnsafePixels { pixels in
            unsafe ReadableText.luminances(behind: ink, within: distance, of: pixels)
        }
        guard let (dark, bright) = luminances else { return .white }
        let (onDark, onBright) = (RelativeLuminance.contrast(dark, 0), RelativeLuminance.contrast(1, bright))
        return onBright >= onDark ? .white : .black
    }

    /// The ink that `body` draws in a region of the picture.
    func inkMask(
        of region: PixelRegion, _ body: (CairoContext) throws(SceneError) -> Void
    ) throws(SceneError) -> InkMask {
        let coverage = try Coverage(region)
        try coverage.draw(body)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(region.width * region.height)
        for y in 0..<region.height {
            for x in 0..<region.width { bytes.append(UInt8(coverage.pixels[x, y, 0])) }
        }
        return InkMask(region: region, coverage: bytes)
    }
}

extension TextLayer {
    /// What the contrast of the text requires.
    ///
    /// - Parameter opacity: the opacity of the layers that contain the text, 0 to 1.
    /// - Returns: the requirement; `nil` if there is none, or if the text is invisible.
    /// - Throws: an error with the code `invalidScene` if no scrim reaches the contrast.
    func requirement(opacity: Double) throws(SceneError) -> ReadableText? {
        guard let minContrast else { return nil }
        let (color, scrim) = try demandingColor
        guard color.opacity * opacity > 0 else { return nil }
        do throws(ContrastError) {
            return try ReadableText(
                red: color.red, green: color.green, blue: color.blue, opacity: color.opacity * opacity,
                contrast: minContrast, scrim: scrim)
        } catch {
            throw SceneError(.invalidScene, error.description)
        }
    }

    /// The color of the letters that requires the strongest scrim, and the color of that scrim; `nil` for any.
    private var demandingColor: (SceneColor, ReadableText.Scrim?) {
        get throws(SceneError) {
            let given = scrim.color.scrim
            guard case .gradient(let gradient)? = fill else {
                if case .color(let fill)? = fill { return (fill, given) }
                return (color, given)
            }
            guard gradient.stops.allSatisfy({ $0.color.opacity == 1 }) else {
                throw SceneError(.invalidScene, "the contrast of a gradient requires opaque colors")
            }
            let colors = gradient.sampledColors.sorted { $0.relativeLuminance < $1.relativeLuminance }
            guard let darkest = colors.first, let brightest = colors.last else { return (color, given) }
            // contrasts with black and with white, as WCAG 2.2 defines them
            let onBlack = (darkest.relativeLuminance + 0.05) / 0.05
            let onWhite = 1.05 / (brightest.relativeLuminance + 0.05)
            let scrim = given ?? (onBlack >= onWhite ? .black : .white)
            return (scrim == .black ? darkest : brightest, scrim)
        }
    }
}

extension TextScrim.Color {
    fileprivate var scrim: ReadableText.Scrim? {
        switch self {
        case .automatic: nil
        case .black: .black
        case .white: .white
        }
    }
}
