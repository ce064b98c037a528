/// An estimate of how long the layers of a scene take to draw, before anything is drawn.
///
/// The unit is the time in which a plain fill covers a pixel, about a nanosecond.
struct SceneWork {
    /// The estimate for the layers that were added.
    private(set) var total = 0.0
    private let canvas: SceneRectangle
    /// The sizes of images that are scaled already.
    private var scaled: Set<ScaledImage> = []

    private struct ScaledImage: Hashable {
        let name: String
        let size: SceneSize
    }

    init(canvas: SceneSize) {
        self.canvas = SceneRectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
    }

    /// Adds a layer without those that it contains.
    ///
    /// - Parameters:
    ///   - layer: the layer.
    ///   - frame: its frame.
    ///   - scale: the factor by which it is enlarged with those that contain it; `nil` if it stays in its frame.
    ///   - pixelCount: the number of pixels of the file of an image.
    mutating func add(
        _ layer: SceneLayer, in frame: SceneRectangle, scale: Double?, pixelCount: (String) -> Double
    ) {
        let area = visibleArea(of: frame, scale)
        var weight = weight(of: layer.content) + (scale == nil ? 0 : 30)
        if layer.opacity < 1 { weight += 5 }
        if layer.blendMode != .normal { weight += 25 }
        if !layer.mask.isEmpty { weight += 75 }
        total += area * weight
        total += decodingWork(of: layer.content, in: frame, pixelCount)
        if let path = layer.content.longPath(in: frame) { total += rowWork(of: path) * (scale ?? 1) }
        if case .glass(let glass) = layer.content {
            // each piece has as many tiles at the most as the frame; those of simple outlines count already
            for item in glass.items { total += area * Self.lineWork * Double(max(item.shape.lineCount - 100, 0)) }
        }
    }

    /// The time for decoding the files of a layer.
    private mutating func decodingWork(
        of content: SceneLayer.Content, in frame: SceneRectangle, _ pixelCount: (String) -> Double
    ) -> Double {
        switch content {
        case .image(let image):
            let isNew = scaled.insert(ScaledImage(name: image.image, size: frame.size)).inserted
            return isNew ? 10 * pixelCount(image.image) : 0
        case .blur(let blur):
            return [blur.mask, blur.matte].filter { !$0.isEmpty }.reduce(0) { $0 + 20 * pixelCount($1) }
        case .fill, .glass, .shape, .text, .qrCode, .stack, .overlay: return 0
        }
    }

    /// The part of the canvas that a frame covers, in pixels; if the frame is turned or enlarged, at most its own area.
    private func visibleArea(of frame: SceneRectangle, _ scale: Double?) -> Double {
        guard let scale else { return frame.intersection(canvas).map { $0.width * $0.height } ?? 0 }
        return min(frame.width * frame.height * scale * scale, canvas.width * canvas.height)
    }

    /// The time for a pixel of contents.
    private func weight(of content: SceneLayer.Content) -> Double {
        func shaped(_ weight: Double, _ shape: SceneShape?) -> Double { weight + (shape == nil ? 0 : 30) }
        func shadowed(_ weight: Double, _ shadow: SceneShadow?) -> Double { weight + (shadow == nil ? 0 : 30) }
        return switch content {
        case .fill(let fill): shaped(fill.paint.isRadial ? 12 : 1, fill.shape)
        case .image(let image): shadowed(shaped(image.blur == nil ? 20 : 32, image.shape), image.shadow)
        case .blur(let blur): shaped(12, blur.shape)
        case .glass: 60
        case .shape(let shape):
            shadowed((shape.fill == nil ? 0 : 30) + (shape.stroke == nil ? 0 : 40), shape.shadow)
        case .text(let text): shadowed(text.minContrast == nil ? 10 : 80, text.shadow)
        case .qrCode: 20
        case .stack(let stack): shadowed(0, stack.shadow)
        case .overlay(let overlay): overlay.isGlass ? 60 : 40
        }
    }

    /// The time for a pixel and a line of the outline of glass, whose distance is computed for each tile.
    private static let lineWork = 0.17

    /// The time for the rows that the lines of a path cross.
    private func rowWork(of path: ScenePath) -> Double {
        let rows = path.flattened(tolerance: 1).reduce(0.0) { sum, contour in
            let ends = contour.points.dropFirst() + contour.points.prefix(1)
            return zip(contour.points, ends).reduce(sum) { sum, line in
                let (top, bottom) = (max(min(line.0.y, line.1.y), 0), min(max(line.0.y, line.1.y), canvas.height))
                return sum + max(bottom - top, 0)
            }
        }
        return 2000 * rows
    }
}

extension Paint {
    fileprivate var isRadial: Bool {
        if case .gradient(let gradient) = self { gradient.kind == .radial } else { false }
    }
}

extension SceneShape {
    /// The number of lines and curves of a polygon or a path; 0 for other shapes.
    fileprivate var lineCount: Int {
        switch self {
        case .path(let outline): outline.path.elements.count
        case .polygon(let points): points.count
        case .rectangle, .capsule, .circle, .ellipse, .hexagonBadge: 0
        }
    }
}

extension SceneLayer.Content {
    /// The outline, if it can have so many lines that its area does not tell how long it takes to draw.
    fileprivate func longPath(in frame: SceneRectangle) -> ScenePath? {
        let shape: SceneShape? =
            switch self {
            case .fill(let fill): fill.shape
            case .image(let image): image.shape
            case .blur(let blur): blur.shape
            case .shape(let shape): shape.shape
            case .glass, .text, .qrCode, .stack, .overlay: nil
            }
        return switch shape {
        case .path, .polygon: shape?.path(in: frame)
        case .rectangle, .capsule, .circle, .ellipse, .hexagonBadge, nil: nil
        }
    }
}
