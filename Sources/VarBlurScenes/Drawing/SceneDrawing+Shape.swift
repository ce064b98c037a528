extension SceneDrawing {
    /// Draws a shape: its shadow, its fill, and its stroke.
    func draw(_ original: ShapeLayer, in frame: SceneRectangle) throws(SceneError) {
        var layer = original.colored(.black)
        let path = layer.shape.path(in: frame)
        guard let bounds = layer.inkBounds(of: path) else { return }
        try layer.checkDashes(of: path)
        func draw(_ context: CairoContext) throws(SceneError) {
            let area = layer.shape.gradientFrame(in: frame)
            if let fill = layer.fill {
                context.setPaint(fill, in: area)
                context.setPath(path)
                try context.fill()
            }
            if let stroke = layer.visibleStroke {
                context.setPaint(stroke, in: area)
                context.setPath(path)
                try context.stroke(width: layer.strokeWidth, style: layer.strokeStyle)
            }
        }
        if original.isAdaptive { layer = original.colored(try color(behind: bounds, draw)) }
        if let shadow = layer.shadow { try self.draw(shadow, of: bounds, draw) }
        try paint(draw)
    }
}

extension ShapeLayer {
    /// Whether the layer has a stroke.
    private var isStroked: Bool { strokeWidth > 0 && (stroke != nil || hasAutomaticStroke) }

    fileprivate var visibleStroke: Paint? { isStroked ? stroke : nil }

    /// Whether the layer draws anything.
    var isVisible: Bool { fill != nil || hasAutomaticFill || isStroked }

    /// Whether colors of the layer depend on what is behind it.
    var isAdaptive: Bool { hasAutomaticFill || hasAutomaticStroke }

    /// The layer with a color in place of automatic ones.
    fileprivate func colored(_ color: SceneColor) -> ShapeLayer {
        guard isAdaptive else { return self }
        var layer = self
        if hasAutomaticFill { layer.fill = .color(color) }
        if hasAutomaticStroke { layer.stroke = .color(color) }
        (layer.hasAutomaticFill, layer.hasAutomaticStroke) = (false, false)
        return layer
    }

    /// The area that the fill and the stroke of a path cover; `nil` if there is none.
    func inkBounds(of path: ScenePath) -> SceneRectangle? {
        path.bounds?.inset(by: !isStroked ? 0 : -strokeStyle.reach * strokeWidth)
    }

    /// More dashes would take too long to draw.
    private static let greatestDashCount = 100_000.0

    /// - Throws: an error if the lengths of dashes are invalid, or if the outline would have too many of them.
    func checkDashes(of path: ScenePath) throws(SceneError) {
        guard isStroked, !strokeStyle.dash.isEmpty else { return }
        if let mistake = SceneStroke.mistake(in: strokeStyle.dash) {
            throw SceneError(.invalidScene, "strokeDash: \(mistake)")
        }
        let length = path.flattened(tolerance: 1).reduce(0) { $0 + $1.length }
        let dashes = length / strokeStyle.dash.reduce(0, +) * Double(strokeStyle.dash.count)
        guard dashes <= Self.greatestDashCount else {
            throw SceneError(
                .overLimit,
                "strokeDash: the outline would have more than 100000 dashes and gaps; they have to be longer")
        }
    }
}

extension ScenePath.Contour {
    /// The length in pixels.
    fileprivate var length: Double {
        let ends = points.dropFirst() + (isClosed ? points.prefix(1) : [])
        return zip(points, ends).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
}
