internal import VariableBlur

extension SceneDrawing {
    /// Draws pieces of glass, and the layers on them.
    func draw(_ layer: GlassLayer, in frame: Rectangle, _ opacity: Double) throws(SceneError) {
        let end = container(layer.items, layer, in: frame)
        let motion = layer.transition.map { GlassMotion(from: container($0.items, layer, in: frame), to: end) }
        let progress = layer.transition?.progress ?? 1
        try draw(motion?.container(at: progress) ?? end, opacity)
        let moving = motion?.container(at: progress) ?? end
        var isDrawn: Set<String> = []
        for (index, item) in (layer.items + (layer.transition?.items ?? [])).enumerated() {
            // the pieces of the former state that remain are in the new state, too
            let number = index < layer.items.count ? index : index - layer.items.count
            let id = Self.identifier(item, number)
            guard isDrawn.insert(id).inserted, let piece = moving.pieces.first(where: { $0.id == id }) else { continue }
            let presence = motion?.presence(of: id, at: min(max(progress, 0), 1)) ?? 1
            for label in item.label { try draw(label, in: piece.frame, opacity: opacity * presence) }
        }
    }

    /// Draws glass without labels.
    private func draw(_ container: GlassContainer, _ opacity: Double) throws(SceneError) {
        guard let region = container.affectedRegion(width: surface.width, height: surface.height) else { return }
        let before = opacity < 1 ? try surface.copy(of: region) : nil
        try SceneError.wrapping { () throws(BlurError) in try container.draw(on: &surface.pixels) }
        if let before { surface.mix(before, into: region, coverage: nil, opacity: 1 - opacity) }
    }

    private func container(_ items: [GlassItem], _ layer: GlassLayer, in frame: Rectangle) -> GlassContainer {
        var material = GlassMaterial(layer.style == .clear ? .clear : .regular)
        if let blur = layer.blur { material.blur = blur }
        if let saturation = layer.saturation { material.saturation = saturation }
        if let tint = layer.tint { material.tint = GlassTint(tint) }
        (material.refraction, material.dispersion) = (layer.refraction, layer.dispersion)
        (material.rim, material.shadow) = (layer.rim, layer.shadow)
        let pieces = items.enumerated().map { index, item in
            GlassPiece(
                id: Self.identifier(item, index), shape: item.shape, frame: layout.frame(of: item, in: frame),
                tint: item.tint.map { GlassTint($0) })
        }
        return GlassContainer(pieces: pieces, spacing: layer.spacing, material: material)
    }

    /// The identifier of a piece; a piece without one is recognized by its number.
    private static func identifier(_ item: GlassItem, _ index: Int) -> String {
        item.id.isEmpty ? "\u{0}\(index)" : item.id
    }
}

extension SceneDrawing {
    /// Continues the first image beyond its sides.
    func extend() throws(SceneError) {
        guard let canvas = size.canvas.extend else { return }
        let picture = PixelRegion(
            x: Int(size.base.x), y: Int(size.base.y), width: Int(size.base.width), height: Int(size.base.height))
        let extent = PictureExtension(
            leading: picture.x, trailing: size.width - picture.x - picture.width, top: picture.y,
            bottom: size.height - picture.y - picture.height,
            radius: canvas.radius.pixels(of: layout.canvas.height))
        try SceneError.wrapping { () throws(BlurError) in
            try unsafe surface.pixels.withUnsafeMutablePixels { (pixels) throws(BlurError) in
                try unsafe extent.extend(pixels, picture: picture)
            }
        }
    }
}

extension GlassTint {
    fileprivate init(_ color: SceneColor) {
        self.init(red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
    }
}
