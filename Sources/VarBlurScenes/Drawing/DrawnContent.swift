/// Contents of a layer that can be drawn on a picture.
///
/// Frames are those of the contents, in pixels of the canvas.
protocol DrawnContent: PlacedContent {
    /// Draws the contents; the scrims of texts in them are there already, except for those on glass and on panels.
    ///
    /// - Throws: an error of the contents.
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError)

    /// The area in which the contents change the picture, apart from their ``contentShadow``; `nil` if nowhere.
    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle?

    /// The areas in which a text lies on the contents.
    func bodies(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> [SceneRectangle]

    /// The layers in the contents that are drawn on the same picture, with the areas that they are offered.
    func parts(in frame: SceneRectangle, _ layout: SceneLayout) throws(SceneError) -> [OfferedLayer]

    /// Adds the layers in the contents one by one above all others in the list of a plain layer.
    ///
    /// - Returns: whether they were added; otherwise, the layer is added as a whole.
    /// - Throws: an error of a layer.
    func addParts(
        of layer: SceneLayer, in area: SceneRectangle, path: String, to drawing: SceneDrawing
    ) throws(SceneError) -> Bool

    /// The contrast of a text with the picture, in layers with an opacity, of which a part appears or disappears; `nil` for none.
    ///
    /// - Throws: an error with the code `invalidScene` if no scrim reaches the contrast.
    func promise(
        in frame: SceneRectangle, ink: Double, presence: Double, on drawing: SceneDrawing
    ) throws(SceneError) -> ContrastPromise?

    /// The outline of the contents as a background, and its frame.
    func limit(in frame: SceneRectangle, _ layout: SceneLayout) throws(SceneError) -> ScrimLimit

    /// How far beyond the pixels that they change the contents read the picture, in pixels, apart from the layers in them.
    func readingReach(on drawing: SceneDrawing) -> Double

    /// What of the contents depends on the picture behind them, apart from the layers in them; `nil` for nothing.
    var dependence: BackgroundDependence? { get }
    /// Whether the contents are a blur, or a stack that contains one.
    var blursBackground: Bool { get }

    /// Whether the contents have pixels of their own, and are not only a blur of what is behind them.
    var hasPixels: Bool { get }

    /// Checks the contents and the layers in them.
    func check(_ visit: LayerVisit, by check: SceneCheck)
    /// Notes contents that are outside of the canvas.
    func findOutsiders(_ visit: LayerVisit, by check: SceneCheck)

    /// The temporary memory in bytes, apart from that of layers in the contents, on a canvas that takes some bytes.
    func byteCount(canvas: Int) -> Int
    /// The time for a pixel, apart from the shadow and the layers in the contents, in that of a plain fill.
    var pixelWork: Double { get }
}

/// What of a layer depends on what is behind it.
struct BackgroundDependence {
    /// What it is, with an article.
    let name: String
    /// The member that causes it.
    let member: String
    /// Whether it is a blur, which may read only a part of what is behind it.
    var isBlur = false
    /// Whether it works in layers that are rotated or scaled.
    var canTurn = false
}

extension DrawnContent {
    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? {
        // a path may reach beyond its frame
        outline.map { $0.path(in: frame).bounds } ?? frame
    }

    func bodies(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> [SceneRectangle] {
        [try ink(in: frame, on: drawing)].compactMap(\.self)
    }

    func parts(in frame: SceneRectangle, _ layout: SceneLayout) throws(SceneError) -> [OfferedLayer] { [] }

    func addParts(
        of layer: SceneLayer, in area: SceneRectangle, path: String, to drawing: SceneDrawing
    ) throws(SceneError) -> Bool { false }

    func promise(
        in frame: SceneRectangle, ink: Double, presence: Double, on drawing: SceneDrawing
    ) throws(SceneError) -> ContrastPromise? { nil }

    func limit(in frame: SceneRectangle, _ layout: SceneLayout) throws(SceneError) -> ScrimLimit {
        ScrimLimit(outline: outline ?? .rectangle, frame: frame)
    }

    func readingReach(on drawing: SceneDrawing) -> Double { 0 }

    var dependence: BackgroundDependence? { nil }

    var blursBackground: Bool { false }

    var hasPixels: Bool { true }

    func check(_ visit: LayerVisit, by check: SceneCheck) {}

    func findOutsiders(_ visit: LayerVisit, by check: SceneCheck) {}

    func byteCount(canvas: Int) -> Int { 0 }

    /// The area in which the contents change the picture; `nil` if nowhere.
    func bounds(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? {
        let ink = try ink(in: frame, on: drawing)
        return ink.map { ink in contentShadow.map { ink.union($0.bounds(below: ink)) } ?? ink }
    }
}

extension SceneLayer.Content {
    /// The value of the type of the contents.
    var drawn: any DrawnContent { value(as: (any DrawnContent).self) }
}

extension SceneLayer {
    /// Whether the layer is a blur, or a stack that contains one.
    var blursBackground: Bool { isDrawn && content.drawn.blursBackground }

    /// Whether the layer has pixels of its own, or one of its background has.
    var hasPixels: Bool { isDrawn && (content.drawn.hasPixels || background.contains(where: \.hasPixels)) }

    /// Whether the layer depends on what is behind it in another way than a blur that is a layer.
    var needsBackground: Bool {
        guard isDrawn else { return false }
        if blendMode != .normal || background.contains(where: \.needsBackground) { return true }
        if let dependence = content.drawn.dependence, !dependence.isBlur || content.drawn.hasPixels { return true }
        return content.value.childLayers.contains(where: \.needsBackground)
    }
}
