internal import VarBlur

/// Draws the layers of a scene onto a picture.
final class SceneDrawing {
    /// The picture that is drawn on.
    private(set) var surface: Surface
    let layout: SceneLayout
    let images: SceneImages
    let size: CanvasSize
    /// Where the layer that is being drawn is, after it was rotated and scaled with the layers that contain it.
    private(set) var placement = Similarity.identity
    /// Notices about layers.
    var notices: [String] = []
    /// The path of the layer of the document that is being drawn, or the last one that was.
    var drawnPath = ""
    /// The layers of the list that is being drawn that are not drawn yet, from back to front.
    var waiting: [WaitingLayer] = []
    /// What limits the scrims of the list that is being drawn; `nil` for the canvas.
    var scrimLimit: ScrimLimit?
    /// The texts whose scrims have the same side; `nil` for those of a layer.
    var scrimGroup: ScrimGroup?
    /// The opacity of the layers that contain the list, 0 to 1, apart from those that appear or disappear.
    private(set) var groupOpacity = 1.0
    /// The number of pixels in the copies that are kept for layers with an opacity below 1.
    var keptPixelCount = 0
    /// The limit of ``keptPixelCount``, in canvases, so that nested layers do not exhaust the memory.
    static let greatestKeptCanvasCount = 8
    /// Is called with the path of each layer of the scene before it is measured and before it is drawn.
    var willDraw: (String) throws(SceneError) -> Void = { (_) throws(SceneError) in }
    /// The frame of the mask that is being drawn, and the pixels beyond it in which fills of all of it continue; `nil` for none.
    var maskArea: (frame: SceneRectangle, region: PixelRegion)?
    /// The part of the picture that blurs read; `nil` for all of it.
    var blurLimit: PixelRegion?
    /// Whether the first image is still to be extended.
    private(set) var hasExtension: Bool

    init(_ surface: Surface, _ size: CanvasSize, _ images: SceneImages, _ text: TextEngine) {
        (self.surface, self.size, self.images) = (surface, size, images)
        layout = SceneLayout(
            canvas: SceneSize(width: Double(size.width), height: Double(size.height)), text: text, images: images)
        hasExtension = size.canvas.extend != nil
    }

    /// Continues to draw after some of the layers of the scene.
    ///
    /// - Parameters:
    ///   - surface: the picture of these layers.
    ///   - former: the drawing after these layers.
    init(_ surface: Surface, continuing former: SceneDrawing) {
        (self.surface, size, images, layout) = (surface, former.size, former.images, former.layout)
        (waiting, hasExtension) = (former.waiting, former.hasExtension)
    }

    /// Adds a layer of the scene itself above all others.
    ///
    /// - Throws: an error with the path of the layer.
    func add(topLevel layer: SceneLayer, index: Int) throws(SceneError) {
        let path = "layers[\(index)]"
        try willDraw(path)
        guard hasExtension, case .image = layer.content, !layer.isAbsent else {
            return try add(layer, in: surface.bounds, path: path)
        }
        hasExtension = false
        try finish()
        do throws(SceneError) {
            try draw(layer, in: size.base)
            try extend()
        } catch {
            throw error.located(below: path)
        }
    }

    /// Draws a layer in an area, which its parent offers.
    ///
    /// The scrims of its texts are there already, except for those on glass and on panels.
    ///
    /// - Throws: an error of the layer.
    func draw(_ layer: SceneLayer, in area: SceneRectangle) throws(SceneError) {
        guard layer.isDrawn else { return }
        let outer = groupOpacity
        if !layer.isFading { groupOpacity *= layer.opacity }
        defer { groupOpacity = outer }
        try blend(layer.blendMode, within: bounds(of: layer, in: area)) { () throws(SceneError) in
            try fade(to: layer.opacity, within: bounds(of: layer, in: area)) { () throws(SceneError) in
                let former = placement
                placement = try layout.transform(of: layer, in: area)?.followed(by: placement) ?? placement
                defer { placement = former }
                try drawMasked(layer, in: area)
            }
        }
    }

    /// Draws a layer where its mask is opaque.
    private func drawMasked(_ layer: SceneLayer, in area: SceneRectangle) throws(SceneError) {
        guard !layer.mask.isEmpty else { return try drawContents(of: layer, in: area) }
        var layer = layer
        // the shadow is that of what the mask leaves
        let shadow = layer.background.isEmpty ? layer.content.value.contentShadow : nil
        if shadow != nil { layer.content.value.contentShadow = nil }
        let ink = try inkBounds(of: layer, in: area)
        func draw() throws(SceneError) {
            try mask(by: layer.mask, in: layout.outerFrame(of: layer, in: area), within: ink) {
                () throws(SceneError) in try drawContents(of: layer, in: area)
            }
        }
        if let shadow { try self.draw(shadow, ofGroupWithin: ink, draw) }
        try draw()
    }

    /// What `body` draws on a transparent picture in place of this one.
    ///
    /// - Throws: an error with the code `outOfMemory` or `overLimit`, or an error of `body`.
    func isolated(_ body: () throws(SceneError) -> Void) throws(SceneError) -> Surface {
        let picture = surface
        defer { surface = picture }
        return try reserving(picture.width * picture.height) { () throws(SceneError) in
            surface = try Surface(width: picture.width, height: picture.height)
            try body()
            return surface
        }
    }

    /// Draws on the picture with Cairo, in the coordinates of the layer that is being drawn.
    func paint(_ body: (CairoContext) throws(SceneError) -> Void) throws(SceneError) {
        try surface.draw { context throws(SceneError) in
            context.placement = placement
            try body(context)
        }
    }

    /// Draws the background and the contents of a layer.
    private func drawContents(of layer: SceneLayer, in area: SceneRectangle) throws(SceneError) {
        let frame = try layout.frame(of: layer, in: area)
        guard let back = layer.background.first else { return try layer.content.drawn.draw(in: frame, on: self) }
        let outer = try layout.outerFrame(of: layer, in: area)
        try draw(group: layer.background.map { ($0, outer) })
        let contents = SceneLayer(layer.content, placement: Placement(filling: frame))
        let limit = try back.content.drawn.limit(in: layout.frame(of: back, in: outer), layout)
        try draw([contents], on: limit.outline, in: limit.frame, area: frame)
    }
}

extension Placement {
    /// The placement at a corner of an area that is as large as the layer.
    fileprivate init(filling frame: SceneRectangle) {
        self.init(.topLeading, width: .pixels(frame.width), height: .pixels(frame.height))
    }
}

extension CairoContext {
    /// Begins a new path: a shape in a frame, or the frame itself.
    func setOutline(_ shape: SceneShape?, in frame: SceneRectangle) {
        if let shape { setPath(shape.path(in: frame)) } else { setPath(frame) }
    }
}

extension SceneError {
    /// The same error, with the path of a layer for problems without one.
    func located(below path: String) -> SceneError {
        if path.isEmpty || problems.allSatisfy({ !$0.path.isEmpty }) { return self }
        return SceneError(
            code, problems.map { $0.path.isEmpty ? SceneProblem(path: path, message: $0.message) : $0 }, imageError)
    }
}
