extension SceneDrawing {
    /// Draws a shape: its shadow, its fill, and its stroke.
    func draw(_ layer: ShapeLayer, in frame: SceneRectangle) throws(SceneError) {
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
        if let shadow = layer.shadow { try self.draw(shadow, of: bounds, draw) }
        try paint(draw)
    }
}

extension ShapeLayer {
    fileprivate var visibleStroke: Paint? { strokeWidth > 0 ? stroke : nil }

    /// Whether the layer draws anything.
    var isVisible: Bool { fill != nil || visibleStroke != nil }

    /// The area that the fill and the stroke of a path cover; `nil` if there is none.
    func inkBounds(of path: ScenePath) -> SceneRectangle? {
        path.bounds?.inset(by: visibleStroke == nil ? 0 : -strokeStyle.reach * strokeWidth)
    }

    /// More dashes would take too long to draw.
    private static let greatestDashCount = 100_000.0

    /// - Throws: an error if the lengths of dashes are invalid, or if the outline would have too many of them.
    func checkDashes(of path: ScenePath) throws(SceneError) {
        guard visibleStroke != nil, !strokeStyle.dash.isEmpty else { return }
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
