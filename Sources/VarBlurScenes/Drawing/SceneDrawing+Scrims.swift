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
        do throws(SceneError) {
            if layer.isPlain, try layer.content.drawn.addParts(of: layer, in: area, path: path, to: self) { return }
            try wait(layer, in: area, path, promises)
        } catch {
            throw error.located(below: path)
        }
    }

    /// Draws all layers that wait.
    func finish() throws(SceneError) {
        let items = waiting
        waiting = []
        for item in items { try drawWaiting(item) }
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

    /// Adds a layer that waits as a whole.
    func wait(
        _ layer: SceneLayer, in area: SceneRectangle, _ path: String, _ known: [ContrastPromise]? = nil
    ) throws(SceneError) {
        let promises =
            if let known { known } else { try self.promises(of: layer, in: area, ink: groupOpacity, presence: 1) }
        try keep(promises)
        let reach = try bounds(of: layer, in: area)?.inset(by: -readingReach(of: layer) - 1)
        let item = WaitingLayer(
            layer: layer, area: area, path: path, outerPath: drawnPath,
            reach: reach ?? SceneRectangle(x: 0, y: 0, width: 0, height: 0),
            bodies: try bodies(of: layer, in: area), promises: promises)
        for promise in promises where item.bodies.contains(where: { promise.isDisturbed(by: $0) }) {
            notices.append(
                "\(item.name): the contrast of a text is that with what is behind the stack, but the text lies on another of its "
                    + "layers; give the opacity to the layers instead of the stack")
        }
        waiting.append(item)
    }

    private func drawWaiting(_ item: WaitingLayer) throws(SceneError) {
        if !item.path.isEmpty {
            drawnPath = item.path
            try willDraw(item.path)
        }
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
    func promises(
        of layer: SceneLayer, in area: SceneRectangle, ink: Double, presence: Double
    ) throws(SceneError) -> [ContrastPromise] {
        // texts on a background get their scrims with it
        guard layer.isDrawn, layer.background.isEmpty, layer.isolatingMember == nil else { return [] }
        let frame = try layout.frame(of: layer, in: area)
        let ink = layer.isFading ? ink : ink * layer.opacity
        let presence = layer.isFading ? presence * layer.opacity : presence
        let content = layer.content.drawn
        var result = [try content.promise(in: frame, ink: ink, presence: presence, on: self)].compactMap(\.self)
        for (layer, area) in try content.parts(in: frame, layout) {
            result += try promises(of: layer, in: area, ink: ink, presence: presence)
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
            let coverage = try Coverage(region) { $0.setPath(scrimLimit.outline.path(in: scrimLimit.frame)) }
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
            let isText = item.layer.content.kind == .text
            let place = isText ? promise.ink : promise.surroundings
            let isTouched = item.bodies.contains { $0.intersection(place) != nil }
            if isTouched || below.contains(where: { $0.reach.intersection(item.reach) != nil }) {
                below.append(item)
            } else {
                rest.append(item)
            }
        }
        waiting = rest.reversed()
        for item in below.reversed() { try drawWaiting(item) }
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
        let own = layer.content.drawn.readingReach(on: self)
        return own + greatest(layer.content.value.childLayers) + greatest(layer.background)
    }

    private func greatest(_ layers: [SceneLayer]) -> Double { layers.reduce(0) { max($0, readingReach(of: $1)) } }

    /// The areas in which a text lies on layers.
    func bodies(of parts: [OfferedLayer]) throws(SceneError) -> [SceneRectangle] {
        var areas: [SceneRectangle] = []
        for part in parts { areas += try bodies(of: part.layer, in: part.area) }
        return areas
    }

    /// The areas in which a text lies on a layer.
    func bodies(of layer: SceneLayer, in area: SceneRectangle) throws(SceneError) -> [SceneRectangle] {
        guard layer.isDrawn else { return [] }
        let contents = try layer.content.drawn.bodies(in: layout.frame(of: layer, in: area), on: self)
        let outer = layer.background.isEmpty ? [] : [try layout.outerFrame(of: layer, in: area)]
        let transform = try layout.transform(of: layer, in: area)
        return (contents + outer).map { transform?.bounds(of: $0) ?? $0 }
    }
}
