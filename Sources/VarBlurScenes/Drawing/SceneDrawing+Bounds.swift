// The areas in which layers change the picture, so that only these are copied for their opacity.
extension SceneDrawing {
    /// The area in which layers that are offered an area change the picture; `nil` if nowhere.
    func bounds(of layers: [SceneLayer], in area: SceneRectangle) throws(SceneError) -> SceneRectangle? {
        try bounds(of: layers.map { ($0, area) }[...])
    }

    /// The area in which layers change the picture; `nil` if nowhere.
    func bounds(of parts: ArraySlice<OfferedLayer>) throws(SceneError) -> SceneRectangle? {
        .union(try parts.map { (part) throws(SceneError) in try bounds(of: part.layer, in: part.area) })
    }

    /// The area in which a layer that is offered an area changes the picture; `nil` if nowhere.
    func bounds(of layer: SceneLayer, in area: SceneRectangle) throws(SceneError) -> SceneRectangle? {
        guard layer.isDrawn else { return nil }
        let bounds = try inkBounds(of: layer, in: area)
        guard let bounds, let transform = try layout.transform(of: layer, in: area) else { return bounds }
        return transform.bounds(of: bounds)
    }

    /// The area that a layer would change without its rotation and its scale.
    func inkBounds(of layer: SceneLayer, in area: SceneRectangle) throws(SceneError) -> SceneRectangle? {
        let contents = try layer.content.drawn.bounds(in: layout.frame(of: layer, in: area), on: self)
        if layer.background.isEmpty { return contents }
        return .union([contents, try bounds(of: layer.background, in: layout.outerFrame(of: layer, in: area))])
    }
}

extension SceneRectangle? {
    /// The smallest rectangle that contains all of them; `nil` if there are none.
    static func union(_ rectangles: [SceneRectangle?]) -> SceneRectangle? {
        rectangles.reduce(nil) { union, next in next.map { union?.union($0) ?? $0 } ?? union }
    }
}
