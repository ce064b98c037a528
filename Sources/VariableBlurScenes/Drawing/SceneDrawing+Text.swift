internal import VariableBlur

extension SceneDrawing {
    /// Draws a text.
    func draw(_ layer: TextLayer, in frame: Rectangle) throws(SceneError) {
        let text = try layout.textLayout(layer, width: frame.width)
        if !hasScrims { try drawScrim(of: layer, text, in: frame) }
        if let shadow = layer.shadow {
            try draw(shadow, of: text.inkBounds(in: frame)) { context throws(SceneError) in
                context.setColor(layer.color)
                text.draw(context, in: frame)
            }
        }
        try surface.draw { context throws(SceneError) in
            context.setColor(layer.color)
            text.draw(context, in: frame)
        }
    }

    /// Draws the layers of a stack.
    ///
    /// The scrims of a stack that contains nothing but texts are below all of its texts, so that none darkens another one.
    func draw(_ stack: StackLayer, in frame: Rectangle) throws(SceneError) {
        let areas = try layout.areas(of: stack, in: frame)
        let drawsScrims = !hasScrims && stack.hasOnlyTexts
        if drawsScrims { try drawScrims(of: stack, areas) }
        hasScrims = hasScrims || drawsScrims
        defer { if drawsScrims { hasScrims = false } }
        for (layer, area) in zip(stack.layers, areas) { try draw(layer, in: area) }
    }

    private func drawScrims(of stack: StackLayer, _ areas: [Rectangle]) throws(SceneError) {
        for (layer, area) in zip(stack.layers, areas) {
            let frame = try layout.frame(of: layer, in: area)
            switch layer.content {
            case .text(let text):
                try drawScrim(of: text, layout.textLayout(text, width: frame.width), in: frame)
            case .stack(let inner): try drawScrims(of: inner, layout.areas(of: inner, in: frame))
            default: break
            }
        }
    }

    /// Draws the scrim that gives a text its contrast, as strong as necessary.
    private func drawScrim(of layer: TextLayer, _ text: TextLayout, in frame: Rectangle) throws(SceneError) {
        guard let contrast = layer.minContrast else { return }
        let requirement: ReadableText
        do throws(ContrastError) {
            requirement = try ReadableText(
                red: layer.color.red, green: layer.color.green, blue: layer.color.blue, contrast: contrast,
                scrim: layer.scrim.color.scrim)
        } catch {
            throw SceneError(.invalidScene, "minContrast: \(error)")
        }
        let words = try inkMasks(text, in: frame)
        var ramp = try ScrimRamp(layer.scrim, width: surface.width, height: surface.height)
        let strength = unsafe surface.pixels.withUnsafePixels { pixels in
            unsafe requirement.strength(for: words, within: 0.15 * text.fontSize, over: pixels) { ramp[$0, $1] }
        }
        if strength.needsPlateau { ramp.raise(over: frame.inset(by: -0.15 * text.fontSize)) }
        surface.shade(white: requirement.scrim == .white, opacity: strength.opacity, ramp)
    }

    /// The ink of each word of a text.
    private func inkMasks(_ text: TextLayout, in frame: Rectangle) throws(SceneError) -> [InkMask] {
        let origin = text.origin(in: frame)
        var masks: [InkMask] = []
        for word in text.words {
            let place = Rectangle(x: word.x + origin.x, y: word.y + origin.y, width: word.width, height: word.height)
            // letters may reach beyond the rectangle that their widths add up to
            guard let region = surface.region(around: place.inset(by: -0.08 * text.fontSize)) else { continue }
            let coverage = try Coverage(region)
            try coverage.draw { context throws(SceneError) in
                context.setColor(.black)
                text.draw(context, in: frame)
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(region.width * region.height)
            for y in 0..<region.height {
                for x in 0..<region.width { bytes.append(UInt8(coverage.pixels[x, y, 0])) }
            }
            masks.append(InkMask(region: region, coverage: bytes))
        }
        return masks
    }
}

extension StackLayer {
    /// Whether all layers are texts, or stacks of texts.
    fileprivate var hasOnlyTexts: Bool {
        layers.allSatisfy { layer in
            switch layer.content {
            case .text: true
            case .stack(let stack): stack.hasOnlyTexts
            default: false
            }
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
