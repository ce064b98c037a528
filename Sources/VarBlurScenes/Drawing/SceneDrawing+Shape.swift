extension ShapeLayer: DrawnContent {
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        var layer = colored(.black)
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
        if isAdaptive { layer = colored(try drawing.color(behind: bounds, draw)) }
        if let shadow = layer.shadow { try drawing.draw(shadow, of: bounds, draw) }
        try drawing.paint(draw)
    }

    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? {
        inkBounds(of: shape.path(in: frame))
    }

    var dependence: BackgroundDependence? {
        guard isAdaptive else { return nil }
        return BackgroundDependence(
            name: "a shape with an automatic color", member: hasAutomaticFill ? "fill" : "stroke", canTurn: true)
    }

    // coverages of one byte for each pixel, in an area that is larger than the canvas by the reach of the shadow
    func byteCount(canvas: Int) -> Int { 4 * canvas }

    var pixelWork: Double { (fill == nil ? 0 : 30) + (stroke == nil ? 0 : 40) }

    func findOutsiders(_ visit: LayerVisit, by check: SceneCheck) {
        check.find("shape", [inkBounds(of: shape.path(in: visit.frame))].compactMap(\.self), visit.path, least: 0)
    }

    func check(_ visit: LayerVisit, by check: SceneCheck) {
        if !isVisible { check.note("\(visit.path): a shape without 'fill' and 'stroke' is invisible") }
        check.attempt(visit.path) { () throws(SceneError) in try checkDashes(of: shape.path(in: visit.frame)) }
    }

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
