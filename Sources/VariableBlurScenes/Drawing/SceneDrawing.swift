internal import VariableBlur

/// Draws the layers of a scene onto a picture, one after the other.
final class SceneDrawing {
    let surface: Surface
    let layout: SceneLayout
    let images: SceneImages
    let size: CanvasSize
    /// Notices about layers.
    var notices: [String] = []
    /// Whether the scrims of the texts that are being drawn are already there.
    var hasScrims = false
    private var hasExtension: Bool

    init(_ surface: Surface, _ size: CanvasSize, _ images: SceneImages, _ text: TextEngine) {
        (self.surface, self.size, self.images) = (surface, size, images)
        layout = SceneLayout(canvas: Size(width: Double(size.width), height: Double(size.height)), text: text)
        hasExtension = size.canvas.extend != nil
    }

    /// Draws a layer of the scene itself.
    ///
    /// - Throws: an error with the path of the layer.
    func draw(topLevel layer: Layer, index: Int) throws(SceneError) {
        do throws(SceneError) {
            if hasExtension, case .image = layer.content {
                hasExtension = false
                try draw(layer, in: size.base, opacity: 1)
                try extend()
            } else {
                try draw(layer, in: surface.bounds, opacity: 1)
            }
        } catch {
            throw error.located(below: "layers[\(index)]")
        }
    }

    /// Draws a layer in an area.
    ///
    /// - Parameters:
    ///   - layer: the layer.
    ///   - area: what its parent offers.
    ///   - opacity: the opacity of its parent.
    /// - Throws: an error of the layer.
    func draw(_ layer: Layer, in area: Rectangle, opacity: Double) throws(SceneError) {
        let opacity = opacity * layer.opacity
        guard opacity > 0 else { return }
        let frame = try layout.frame(of: layer, in: area)
        switch layer.content {
        case .image(let image): try draw(image, in: frame, opacity)
        case .fill(let fill): try draw(fill, in: frame, opacity)
        case .blur(let blur): try draw(blur, in: frame, opacity)
        case .glass(let glass): try draw(glass, in: frame, opacity)
        case .shape(let shape): try draw(shape, in: frame, opacity)
        case .text(let text): try draw(text, in: frame, opacity)
        case .stack(let stack): try draw(stack, in: frame, opacity)
        case .overlay(let overlay): try draw(overlay, in: frame, opacity)
        }
    }

    private func draw(_ fill: FillLayer, in frame: Rectangle, _ opacity: Double) throws(SceneError) {
        try surface.draw { context throws(SceneError) in
            context.setPaint(fill.paint, in: frame, opacity: opacity)
            context.setOutline(fill.shape, in: frame)
            try context.fill()
        }
    }

    private func draw(_ layer: ShapeLayer, in frame: Rectangle, _ opacity: Double) throws(SceneError) {
        let path = layer.shape.path(in: frame)
        if let shadow = layer.shadow {
            try draw(shadow, around: frame, opacity) { context throws(SceneError) in
                context.setColor(.black)
                context.setPath(path)
                try context.fill()
            }
        }
        try surface.draw { context throws(SceneError) in
            if let fill = layer.fill {
                context.setPaint(fill, in: frame, opacity: opacity)
                context.setPath(path)
                try context.fill()
            }
            if let stroke = layer.stroke, layer.strokeWidth > 0 {
                context.setPaint(stroke, in: frame, opacity: opacity)
                context.setPath(path)
                try context.stroke(width: layer.strokeWidth)
            }
        }
    }

    /// Draws the shadow of what `body` draws in a frame.
    func draw(
        _ shadow: SceneShadow, around frame: Rectangle, _ opacity: Double,
        _ body: (CairoContext) throws(SceneError) -> Void
    ) throws(SceneError) {
        let reach = 4 * shadow.radius + 2
        // the shadow of what lies beyond the picture may reach into it
        let visible = Rectangle(
            x: -reach - abs(shadow.offsetX), y: -reach - abs(shadow.offsetY),
            width: surface.bounds.width + 2 * (reach + abs(shadow.offsetX)),
            height: surface.bounds.height + 2 * (reach + abs(shadow.offsetY)))
        guard let part = frame.inset(by: -reach).intersection(visible), part.hasArea else { return }
        let region = PixelRegion(
            x: Int(part.x.rounded(.down)), y: Int(part.y.rounded(.down)),
            width: Int(part.width.rounded(.up)) + 1, height: Int(part.height.rounded(.up)) + 1)
        let coverage = try Coverage(region)
        try coverage.draw(body)
        try coverage.blur(radius: shadow.radius)
        var color = shadow.color
        color.opacity *= opacity
        try surface.draw { context throws(SceneError) in
            try context.paint(color, through: coverage, offset: Point(x: shadow.offsetX, y: shadow.offsetY))
        }
    }
}

extension CairoContext {
    /// Begins a new path: a shape in a frame, or the frame itself.
    func setOutline(_ shape: Shape?, in frame: Rectangle) {
        if let shape { setPath(shape.path(in: frame)) } else { setPath(frame) }
    }
}

extension SceneError {
    /// The same error, with the path of a layer for problems without one.
    func located(below path: String) -> SceneError {
        if problems.allSatisfy({ !$0.path.isEmpty }) { return self }
        return SceneError(
            code, problems.map { $0.path.isEmpty ? SceneProblem(path: path, message: $0.message) : $0 }, imageError)
    }
}
