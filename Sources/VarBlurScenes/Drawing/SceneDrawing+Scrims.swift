internal import VarBlur

// The scrim of a text lies on what is behind the text. Layers that the text does not touch lie above the scrim, even if they are farther
// back: other texts, badges, and glass keep their colors. For that, layers wait until a text that touches them, or a layer that shows what is
// behind it, requires them, or until the end. Layers that overlap are always drawn in their order.
extension SceneDrawing {
    /// Adds a layer above all others in its list.
    ///
    /// The layers of a stack are added one by one, unless they are translucent as a whole.
    ///
    /// - Parameters:
    ///   - layer: the layer.
    ///   - area: what its parent offers.
    ///   - path: its path in the document; empty inside of another layer.
    ///   - promises: the contrasts of its texts, if they are known.
    /// - Throws: an error of the layer, or of one that is drawn now.
    func add(
        _ layer: SceneLayer, in area: SceneRectangle, path: String, promises: [ContrastPromise]? = nil
    ) throws(SceneError) {
        guard layer.isDrawn else { return }
        func inner(_ name: String, _ index: Int) -> String { path.isEmpty ? "" : "\(path).\(name)[\(index)]" }
        do throws(SceneError) {
            let frame = try layout.frame(of: layer, in: area)
            switch layer.content {
            case .stack(let stack) where layer.isPlain && stack.shadow == nil:
                let (stack, areas) = try layout.arranged(stack, in: frame)
                let count = try isolatedCount(of: stack.layers, in: areas)
                let outer = scrimGroup
                defer { scrimGroup = outer }
                if count > 0 { try wait(layer.showing(count, of: stack), in: area, path) }
                var promises = [[ContrastPromise]](repeating: [], count: areas.count)
                for (index, area) in areas.enumerated().dropFirst(count) {
                    promises[index] = try self.promises(
                        of: stack.layers[index], in: area, ink: groupOpacity, presence: 1)
                }
                if scrimGroup == nil { scrimGroup = ScrimGroup(promises: promises.flatMap(\.self)) }
                for (index, area) in areas.enumerated().dropFirst(count) {
                    try add(stack.layers[index], in: area, path: inner("layers", index), promises: promises[index])
                }
            case .overlay(var overlay) where layer.isPlain && !overlay.above.isEmpty:
                let rest = try layout.division(of: frame, by: overlay).rest
                var panel = layer
                let above = overlay.above
                overlay.above = []
                panel.content = .overlay(overlay)
                try wait(panel, in: area, path)
                for (index, layer) in above.enumerated() { try add(layer, in: rest, path: inner("above", index)) }
            default: try wait(layer, in: area, path, promises)
            }
        } catch {
            throw error.located(below: path)
        }
    }

    /// Draws all layers that wait.
    func finish() throws(SceneError) {
        let layers = waiting
        waiting = []
        for layer in layers { try draw(layer) }
    }

    /// Draws a list of layers on a piece of glass, on a panel, or on a background, which limits their scrims.
    ///
    /// - Parameters:
    ///   - layers: the layers.
    ///   - outline: the outline of the limit.
    ///   - frame: its frame.
    ///   - area: the area that the layers are offered; `nil` for the frame.
    /// - Throws: an error of a layer.
    func draw(
        _ layers: [SceneLayer], on outline: SceneShape, in frame: SceneRectangle, area: SceneRectangle? = nil
    ) throws(SceneError) {
        let outer = (waiting, scrimLimit)
        (waiting, scrimLimit) = ([], ScrimLimit(outline: outline, frame: frame))
        defer { (waiting, scrimLimit) = outer }
        for layer in layers { try add(layer, in: area ?? frame, path: "") }
        try finish()
    }

    private func wait(
        _ layer: SceneLayer, in area: SceneRectangle, _ path: String, _ known: [ContrastPromise]? = nil
    ) throws(SceneError) {
        let promises =
            if let known { known } else { try self.promises(of: layer, in: area, ink: groupOpacity, presence: 1) }
        try keep(promises)
        let reach = try bounds(of: layer, in: area)?.inset(by: -readingReach(of: layer) - 1)
        let item = WaitingLayer(
            layer: layer, area: area, path: path, reach: reach ?? SceneRectangle(x: 0, y: 0, width: 0, height: 0),
            bodies: try bodies(of: layer, in: area), promises: promises)
        for promise in promises where item.bodies.contains(where: { promise.isDisturbed(by: $0) }) {
            notices.append(
                "\(item.name): the contrast of a text is that with what is behind the stack, but the text lies on another of its "
                    + "layers; give the opacity to the layers instead of the stack")
        }
        waiting.append(item)
    }

    private func draw(_ item: WaitingLayer) throws(SceneError) {
        if !item.path.isEmpty { try willDraw(item.path) }
        for promise in item.promises where promise.presence == 1 { check(promise, of: item) }
        do throws(SceneError) {
            try draw(item.layer, in: item.area)
        } catch {
            throw error.located(below: item.path)
        }
    }

    /// Notes if a text does not have its contrast, because what is behind it has changed since its scrim.
    private func check(_ promise: ContrastPromise, of item: WaitingLayer) {
        let isKept = unsafe surface.pixels.withUnsafePixels { pixels in
            unsafe promise.requirement.isReached(for: promise.words, within: promise.distance, over: pixels)
        }
        guard !isKept else { return }
        notices.append(
            "\(item.name): parts of the text have less contrast than \(SceneText.number(promise.requirement.contrast)), because the "
                + "scrim ends there, or because another one counteracts it")
    }

    // MARK: - Scrims

    /// The contrast that the texts of a layer have to have with what is behind the layer.
    ///
    /// - Parameters:
    ///   - layer: the layer.
    ///   - area: what its parent offers.
    ///   - ink: the opacity of the layers that contain it.
    ///   - presence: the opacity of those of them that appear or disappear.
    /// - Returns: a promise for each text with a contrast.
    /// - Throws: an error with the code `invalidScene` if no scrim reaches a contrast.
    private func promises(
        of layer: SceneLayer, in area: SceneRectangle, ink: Double, presence: Double
    ) throws(SceneError) -> [ContrastPromise] {
        // texts on a background get their scrims with it
        guard layer.isDrawn, layer.background.isEmpty, layer.isolatingMember == nil else { return [] }
        let frame = try layout.frame(of: layer, in: area)
        let ink = layer.isFading ? ink : ink * layer.opacity
        let presence = layer.isFading ? presence * layer.opacity : presence
        var result: [ContrastPromise] = []
        switch layer.content {
        case .text(var text):
            var presence = presence
            if text.hasFadingColor {
                presence *= text.color.opacity
                text.color.opacity = 1
            }
            guard presence > 0, let requirement = try text.requirement(opacity: ink) else { return [] }
            let layout = try layout.textLayout(text, in: frame)
            result.append(
                ContrastPromise(
                    requirement: requirement, words: try inkMasks(layout, in: frame),
                    distance: 0.15 * layout.fontSize, ink: layout.inkBounds(in: frame), scrim: text.scrim,
                    presence: presence))
        case .stack(let stack):
            let (stack, areas) = try layout.arranged(stack, in: frame)
            for (layer, area) in zip(stack.layers, areas) {
                result += try promises(of: layer, in: area, ink: ink, presence: presence)
            }
        case .overlay(let overlay):
            let rest = try layout.division(of: frame, by: overlay).rest
            for layer in overlay.above { result += try promises(of: layer, in: rest, ink: ink, presence: presence) }
        case .image, .fill, .blur, .glass, .shape, .qrCode: break
        }
        return result
    }

    /// Draws what the texts of a layer lie on, and the scrims that give them their contrast.
    private func keep(_ promises: [ContrastPromise]) throws(SceneError) {
        var group = scrimGroup ?? ScrimGroup(promises: promises)
        for promise in promises where surface.region(around: promise.surroundings) != nil {
            try drawWaiting(below: promise)
            var strength: ReadableText.Strength?
            if group.side == nil, scrimLimit == nil, promise.scrim.direction == .automatic {
                let gentlest = try gentlestSide(for: promise, with: group.promises)
                (group.side, strength) = (gentlest.side, gentlest.strength)
                if scrimGroup != nil { scrimGroup = group }
            }
            try shade(for: promise, from: group.side ?? .bottom, strength)
        }
    }

    /// Draws the scrim that gives a text its contrast, with a side for an automatic direction, and its strength if that is known.
    private func shade(
        for promise: ContrastPromise, from side: BlurDirection, _ known: ReadableText.Strength?
    ) throws(SceneError) {
        var ramp = try ScrimRamp(promise.scrim, from: side, width: surface.width, height: surface.height)
        if scrimLimit != nil { ramp.makeEven() }
        let strength =
            if let known {
                known
            } else {
                unsafe surface.pixels.withUnsafePixels { pixels in
                    unsafe promise.requirement.strength(for: promise.words, within: promise.distance, over: pixels) {
                        ramp[$0, $1]
                    }
                }
            }
        guard strength.opacity > 0 else { return }
        if strength.needsPlateau { ramp.raise(over: promise.surroundings) }
        let opacity = opacity(of: strength, for: promise)
        if let scrimLimit {
            guard let region = surface.region(around: scrimLimit.frame) else { return }
            let coverage = try Coverage(region)
            try coverage.draw { context throws(SceneError) in
                context.setColor(.black)
                context.setPath(scrimLimit.outline.path(in: scrimLimit.frame))
                try context.fill()
            }
            surface.shade(promise.requirement.scrim, opacity: opacity, within: coverage)
        } else {
            surface.shade(promise.requirement.scrim, opacity: opacity, ramp)
        }
    }

    /// Draws the layers on which a text lies, and all layers that have to be drawn before them.
    private func drawWaiting(below promise: ContrastPromise) throws(SceneError) {
        var (below, rest): ([WaitingLayer], [WaitingLayer]) = ([], [])
        for item in waiting.reversed() {
            // the lines of a text may be close to those of another one
            let isText = if case .text = item.layer.content { true } else { false }
            let place = isText ? promise.ink : promise.surroundings
            let isTouched = item.bodies.contains { $0.intersection(place) != nil }
            if isTouched || below.contains(where: { $0.reach.intersection(item.reach) != nil }) {
                below.append(item)
            } else {
                rest.append(item)
            }
        }
        waiting = rest.reversed()
        for item in below.reversed() { try draw(item) }
    }

    /// The ink of each word of a text.
    func inkMasks(_ text: TextLayout, in frame: SceneRectangle) throws(SceneError) -> [InkMask] {
        let origin = text.origin(in: frame)
        var masks: [InkMask] = []
        for word in text.words {
            let place = SceneRectangle(
                x: word.x + origin.x, y: word.y + origin.y, width: word.width, height: word.height)
            // letters may reach beyond the rectangle that their widths add up to
            guard let region = surface.region(around: place.inset(by: -0.08 * text.fontSize)) else { continue }
            masks.append(
                try inkMask(of: region) { context throws(SceneError) in
                    context.setColor(.black)
                    text.draw(context, in: frame)
                })
        }
        return masks
    }

    // MARK: - Areas

    /// How far beyond the pixels that a layer changes it reads the picture behind it, in pixels.
    private func readingReach(of layer: SceneLayer) -> Double {
        readingReach(of: layer.content) + greatest(layer.background)
    }

    /// How far beyond the pixels that the contents of a layer change they read the picture behind them, in pixels.
    func readingReach(of content: SceneLayer.Content) -> Double {
        func pixels(_ radius: SceneLength) -> Double { radius.pixels(of: layout.canvas.height) }
        return switch content {
        case .image, .fill, .shape, .text, .qrCode: 0
        case .blur(let blur):
            blur.ramp.isEmpty
                ? 6 * max(pixels(blur.radius), pixels(blur.minimumRadius))
                : max(layout.canvas.width, layout.canvas.height)
        case .glass(let glass): glass.readingReach(scale: size.canvas.scale) + greatest(glass.items.flatMap(\.label))
        case .stack(let stack): greatest(stack.layers + stack.more)
        case .overlay(let overlay):
            max(6 * overlay.blur, overlay.isGlass ? GlassLayer().readingReach(scale: size.canvas.scale) : 0)
                + greatest(overlay.content + overlay.above)
        }
    }

    private func greatest(_ layers: [SceneLayer]) -> Double { layers.reduce(0) { max($0, readingReach(of: $1)) } }

    /// The areas in which a text lies on a layer.
    private func bodies(of layer: SceneLayer, in area: SceneRectangle) throws(SceneError) -> [SceneRectangle] {
        guard layer.isDrawn else { return [] }
        let contents = try bodies(of: layer.content, in: layout.frame(of: layer, in: area))
        let outer = layer.background.isEmpty ? [] : [try layout.outerFrame(of: layer, in: area)]
        let transform = try layout.transform(of: layer, in: area)
        return (contents + outer).map { transform?.bounds(of: $0) ?? $0 }
    }

    private func bodies(of content: SceneLayer.Content, in frame: SceneRectangle) throws(SceneError) -> [SceneRectangle]
    {
        func bodies(of layers: [SceneLayer], in areas: [SceneRectangle]) throws(SceneError) -> [SceneRectangle] {
            var result: [SceneRectangle] = []
            for (layer, area) in zip(layers, areas) {
                result += try self.bodies(of: layer, in: area)
            }
            return result
        }
        switch content {
        case .shape(let shape): return [shape.inkBounds(of: shape.shape.path(in: frame))].compactMap(\.self)
        case .text(let text): return [try layout.textLayout(text, in: frame).inkBounds(in: frame)]
        case .glass(let glass): return try glassBodies(of: glass, in: frame)
        case .stack(let stack):
            let (stack, areas) = try layout.arranged(stack, in: frame)
            return try bodies(of: stack.layers, in: areas)
        case .overlay(let overlay):
            let (panel, rest) = try layout.division(of: frame, by: overlay)
            return try [panel] + bodies(of: overlay.above, in: overlay.above.map { _ in rest })
        case .image: return [frame]
        case .fill, .blur, .qrCode: return [try bounds(of: content, in: frame)].compactMap(\.self)
        }
    }
}

extension GlassLayer {
    /// How far beyond a piece the picture behind it is read, in pixels: by the blur and by the refraction at the bevel.
    fileprivate func readingReach(scale: Double) -> Double {
        let bevel = GlassOptics.greatestBevel * GlassOptics.greatestDisplacement * refraction * (1 + dispersion)
        return (bevel + 6 * (blur ?? GlassMaterial.regular.blur)) * scale + 10
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
