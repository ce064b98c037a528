internal import VarBlur

extension GlassLayer: DrawnContent {
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        let (glass, labels) = try drawing.state(of: self, in: frame, adapts: true)
        try SceneError.wrapping(glass.draw(on: &drawing.surface.pixels))
        for label in labels {
            try drawing.fade(to: label.presence, within: drawing.bounds(of: label)) { () throws(SceneError) in
                try drawing.draw(label)
            }
        }
    }

    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? {
        let (glass, labels) = try drawing.state(of: self, in: frame)
        let region = glass.affectedRegion(width: drawing.surface.width, height: drawing.surface.height)
        var areas = [region.map { SceneRectangle($0) }]
        for label in labels { areas.append(try drawing.bounds(of: label)) }
        return .union(areas)
    }

    func bodies(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> [SceneRectangle] {
        let (glass, labels) = try drawing.state(of: self, in: frame)
        var areas = glass.pieces.map { $0.shape.path(in: $0.frame).bounds }
        for label in labels { areas.append(try drawing.bounds(of: label)) }
        return areas.compactMap(\.self)
    }

    func limit(in frame: SceneRectangle, _ layout: SceneLayout) throws(SceneError) -> ScrimLimit {
        let piece = try layout.frames(of: items, self, in: frame).first
        return ScrimLimit(outline: items.first?.shape ?? .rectangle, frame: piece ?? frame)
    }

    func readingReach(on drawing: SceneDrawing) -> Double { readingReach(scale: drawing.size.canvas.scale) }

    /// How far beyond a piece the picture behind it is read, in pixels: by the blur and by the refraction at the bevel.
    func readingReach(scale: Double) -> Double {
        let bevel = GlassOptics.greatestBevel * GlassOptics.greatestDisplacement * refraction * (1 + dispersion)
        return (bevel + 6 * (blur ?? GlassMaterial.regular.blur)) * scale + 10
    }

    var dependence: BackgroundDependence? { BackgroundDependence(name: "glass", member: "type") }

    func byteCount(canvas: Int) -> Int { 7 * canvas + AdaptiveTint.byteCount }

    // each piece has as many tiles at the most as the frame; those of simple outlines count already
    var pixelWork: Double { items.reduce(60) { $0 + Self.lineWork * Double(max($1.shape.lineCount - 100, 0)) } }

    /// The time for a pixel and a line of the outline of glass, whose distance is computed for each tile.
    private static let lineWork = 0.17

    func findOutsiders(_ visit: LayerVisit, by check: SceneCheck) {
        check.find("glass", (try? check.layout.frames(of: items, self, in: visit.frame)) ?? [], visit.path)
    }

    func check(_ visit: LayerVisit, by check: SceneCheck) {
        // pieces of the former state may still be visible
        for (items, path) in [(items, "items"), (transition?.items ?? [], "transition.items")] {
            let frames = (try? check.layout.frames(of: items, self, in: visit.frame)) ?? items.map { _ in visit.frame }
            for (index, item) in items.enumerated() {
                check.visit(item.label, in: frames[index], "\(visit.path).\(path)[\(index)].label", ink: visit.ink)
            }
        }
    }
}

extension SceneDrawing {
    /// The layers on a piece of glass, at a time.
    fileprivate struct Label {
        /// The frame of the piece.
        let frame: SceneRectangle
        /// The outline of the piece.
        let shape: SceneShape
        /// The layers at the beginning of the transition.
        let first: [SceneLayer]
        /// The layers at its end.
        let last: [SceneLayer]
        /// The progress from the first layers to the last ones.
        let progress: Double
        /// How far the label of a piece that appears or disappears is visible, 0 to 1.
        let presence: Double
    }

    fileprivate func draw(_ label: Label) throws(SceneError) {
        func draw(_ layers: [SceneLayer]) throws(SceneError) {
            try self.draw(layers, on: label.shape, in: label.frame)
        }
        if label.first == label.last { return try draw(label.last) }
        // what both labels have in common stays as it is
        try dissolve(label.progress, within: bounds(of: label)) { () throws(SceneError) in
            try draw(label.first)
        } to: { () throws(SceneError) in
            try draw(label.last)
        }
    }

    fileprivate func bounds(of label: Label) throws(SceneError) -> SceneRectangle? {
        .union([try bounds(of: label.first, in: label.frame), try bounds(of: label.last, in: label.frame)])
    }

    /// The pieces of a layer and their labels at the progress of its transition.
    ///
    /// `adapts` is whether automatic tints are determined, for which everything below the layer has to be there.
    fileprivate func state(
        of layer: GlassLayer, in frame: SceneRectangle, adapts: Bool = false
    ) throws(SceneError) -> (glass: GlassContainer, labels: [Label]) {
        let end = try container(layer.items, layer, in: frame)
        var start = end
        if let items = layer.transition?.items { start = try container(items, layer, in: frame) }
        let (motion, transition) = (GlassMotion(from: start, to: end), layer.transition)
        var glass = motion.container(at: transition?.progress ?? 1)
        let adaptive = (layer.adaptivePieces(of: transition?.items ?? []), layer.adaptivePieces(of: layer.items))
        if adapts, !adaptive.0.isEmpty || !adaptive.1.isEmpty {
            glass = try SceneError.wrapping { () throws(BlurError) in
                try unsafe surface.pixels.withUnsafePixels { (pixels) throws(BlurError) in
                    try unsafe motion.container(
                        at: transition?.progress ?? 1, adaptedTo: pixels, pieces: adaptive,
                        leastOpacity: GlassMaterial(layer.style).tint.opacity)
                }
            }
        }
        guard let transition else { return (glass, labels(layer.items, layer.items, glass) { _ in 1 }) }
        let progress = min(max(transition.progress, 0), 1)
        return (
            glass,
            labels(transition.items, layer.items, glass, progress) { motion.presence(of: $0, at: progress) }
        )
    }

    /// The labels of the pieces in one of two states or in both.
    private func labels(
        _ first: [GlassItem], _ last: [GlassItem], _ glass: GlassContainer, _ progress: Double = 1,
        presence: (String) -> Double
    ) -> [Label] {
        func identified(_ items: [GlassItem]) -> [(id: String, item: GlassItem)] {
            items.enumerated().map { (Self.identifier($1, $0), $1) }
        }
        let former = identified(first)
        var isListed: Set<String> = []
        return (identified(last) + former).compactMap { id, item in
            guard isListed.insert(id).inserted, let piece = glass.pieces.first(where: { $0.id == id }) else {
                return nil
            }
            let start = former.first { $0.id == id }?.item ?? item
            return Label(
                frame: piece.frame, shape: piece.shape, first: start.label, last: item.label, progress: progress,
                presence: presence(id))
        }
    }

    private func container(
        _ items: [GlassItem], _ layer: GlassLayer, in frame: SceneRectangle
    ) throws(SceneError) -> GlassContainer {
        var material = GlassMaterial(layer.style)
        material.scale = size.canvas.scale
        if let blur = layer.blur { material.blur = blur }
        if let saturation = layer.saturation { material.saturation = saturation }
        if let tint = layer.tint { material.tint = GlassTint(tint) }
        (material.refraction, material.dispersion) = (layer.refraction, layer.dispersion)
        (material.rim, material.shadow) = (layer.rim, layer.shadow)
        var pieces: [GlassPiece] = []
        let frames = try layout.frames(of: items, layer, in: frame)
        for (index, item) in items.enumerated() {
            pieces.append(
                GlassPiece(
                    id: Self.identifier(item, index), shape: item.shape,
                    frame: frames[index], tint: item.tint.map { GlassTint($0) }))
        }
        return GlassContainer(pieces: pieces, spacing: layer.spacing, material: material)
    }

    /// The identifier of a piece; a piece without one is recognized by its number.
    private static func identifier(_ item: GlassItem, _ index: Int) -> String {
        item.id.isEmpty ? "\u{0}\(index)" : item.id
    }
}

extension GlassTint {
    fileprivate init(_ color: SceneColor) {
        self.init(red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
    }
}

extension GlassLayer {
    /// The places of the pieces of a state that adapt to what is behind them.
    fileprivate func adaptivePieces(of items: [GlassItem]) -> [Int] {
        items.indices.filter { items[$0].hasAutomaticTint || hasAutomaticTint && items[$0].tint == nil }
    }
}
