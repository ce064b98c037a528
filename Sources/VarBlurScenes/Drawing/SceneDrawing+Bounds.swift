// The areas in which layers change the picture, so that only these are copied for their opacity.
extension SceneDrawing {
    /// The area in which layers that are offered an area change the picture; `nil` if nowhere.
    func bounds(of layers: [SceneLayer], in area: SceneRectangle) throws(SceneError) -> SceneRectangle? {
        var areas: [SceneRectangle?] = []
        for layer in layers { areas.append(try bounds(of: layer, in: area)) }
        return .union(areas)
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
        let contents = try bounds(of: layer.content, in: layout.frame(of: layer, in: area))
        if layer.background.isEmpty { return contents }
        return .union([contents, try bounds(of: layer.background, in: layout.outerFrame(of: layer, in: area))])
    }

    /// The area in which the contents of a layer change the picture; `nil` if nowhere.
    func bounds(of content: SceneLayer.Content, in frame: SceneRectangle) throws(SceneError) -> SceneRectangle? {
        switch content {
        case .image(let image): image.shadow.map { frame.union($0.bounds(below: frame)) } ?? frame
        case .qrCode: frame
        case .fill(let fill): bounds(of: fill.shape, in: frame)
        case .blur(let blur): bounds(of: blur.shape, in: frame)
        case .glass(let glass): try bounds(of: glass, in: frame)
        case .shape(let shape): bounds(of: shape, in: frame)
        case .text(let text): try bounds(of: text, in: frame)
        case .stack(let stack): try bounds(of: stack, in: frame)
        case .overlay(let overlay): try bounds(of: overlay, in: frame)
        }
    }

    private func bounds(of shape: SceneShape?, in frame: SceneRectangle) -> SceneRectangle? {
        // a path may reach beyond its frame
        shape.map { $0.path(in: frame).bounds } ?? frame
    }

    private func bounds(of layer: ShapeLayer, in frame: SceneRectangle) -> SceneRectangle? {
        guard let ink = layer.inkBounds(of: layer.shape.path(in: frame)) else { return nil }
        return layer.shadow.map { ink.union($0.bounds(below: ink)) } ?? ink
    }

    private func bounds(of layer: TextLayer, in frame: SceneRectangle) throws(SceneError) -> SceneRectangle? {
        let ink = try layout.textLayout(layer, in: frame).inkBounds(in: frame)
        return layer.shadow.map { ink.union($0.bounds(below: ink)) } ?? ink
    }

    private func bounds(of stack: StackLayer, in frame: SceneRectangle) throws(SceneError) -> SceneRectangle? {
        var areas: [SceneRectangle?] = []
        let (stack, places) = try layout.arranged(stack, in: frame)
        for (layer, area) in zip(stack.layers, places) {
            areas.append(try bounds(of: layer, in: area))
        }
        let union = SceneRectangle?.union(areas)
        return .union([union, union.flatMap { union in stack.shadow.map { $0.bounds(below: union) } }])
    }
}

extension SceneRectangle? {
    /// The smallest rectangle that contains all of them; `nil` if there are none.
    static func union(_ rectangles: [SceneRectangle?]) -> SceneRectangle? {
        rectangles.reduce(nil) { union, next in next.map { union?.union($0) ?? $0 } ?? union }
    }
}
