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
    /// The number of pixels in the copies that are kept for layers with an opacity below 1.
    var keptPixelCount = 0
    /// The limit of ``keptPixelCount``, in canvases, so that nested layers do not exhaust the memory.
    static let greatestKeptCanvasCount = 8
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
                try draw(layer, in: size.base)
                try extend()
            } else {
                try draw(layer, in: surface.bounds)
            }
        } catch {
            throw error.located(below: "layers[\(index)]")
        }
    }

    /// Draws a layer in an area, which its parent offers.
    ///
    /// - Throws: an error of the layer.
    func draw(_ layer: Layer, in area: Rectangle) throws(SceneError) {
        guard layer.opacity > 0 else { return }
        let frame = try layout.frame(of: layer, in: area)
        try fade(to: layer.opacity, within: bounds(of: layer.content, in: frame)) { () throws(SceneError) in
            try draw(layer.content, in: frame)
        }
    }

    private func draw(_ content: Layer.Content, in frame: Rectangle) throws(SceneError) {
        switch content {
        case .image(let image): try draw(image, in: frame)
        case .fill(let fill): try draw(fill, in: frame)
        case .blur(let blur): try draw(blur, in: frame)
        case .glass(let glass): try draw(glass, in: frame)
        case .shape(let shape): try draw(shape, in: frame)
        case .text(let text): try draw(text, in: frame)
        case .stack(let stack): try draw(stack, in: frame)
        case .overlay(let overlay): try draw(overlay, in: frame)
        }
    }

    private func draw(_ fill: FillLayer, in frame: Rectangle) throws(SceneError) {
        try surface.draw { context throws(SceneError) in
            context.setPaint(fill.paint, in: fill.shape?.gradientFrame(in: frame) ?? frame)
            context.setOutline(fill.shape, in: frame)
            try context.fill()
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
