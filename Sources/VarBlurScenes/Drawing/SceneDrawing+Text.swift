internal import VarBlur

extension SceneDrawing {
    /// Draws a text, whose scrim is there already: its shadow, its outline, and its letters.
    func draw(_ layer: TextLayer, in frame: SceneRectangle) throws(SceneError) {
        let text = try layout.textLayout(layer, in: frame)
        let color = layer.hasAutomaticColor && layer.fill == nil ? try color(of: text, in: frame) : nil
        let (ink, box) = (text.inkBounds(in: frame), text.box(in: frame))
        func draw(_ context: CairoContext) throws(SceneError) {
            if let stroke = layer.visibleStroke {
                context.setPaint(stroke, in: box)
                try text.drawOutline(context, in: frame)
            }
            context.setPaint(color.map { .color($0) } ?? layer.paint, in: box)
            text.draw(context, in: frame)
        }
        if let shadow = layer.shadow { try self.draw(shadow, of: ink, draw) }
        // Cairo would mistake places that are too far away for others
        guard surface.region(around: placement.bounds(of: ink)) != nil else { return }
        try paint(draw)
    }

    /// Draws the shadow and the layers of a stack.
    func draw(_ stack: StackLayer, in frame: SceneRectangle) throws(SceneError) {
        let (stack, areas) = try layout.arranged(stack, in: frame)
        func draw() throws(SceneError) { try self.draw(group: stack.layers, in: areas) }
        if let shadow = stack.shadow {
            var plain = stack
            plain.shadow = nil
            try self.draw(shadow, ofGroupWithin: bounds(of: .stack(plain), in: frame), draw)
        }
        try draw()
    }

    /// Black or white: the color that has more contrast with what is behind a text.
    private func color(of text: TextLayout, in frame: SceneRectangle) throws(SceneError) -> SceneColor {
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
