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
        let content = layer.content.drawn
        var weight = content.pixelWork + (content.contentShadow == nil ? 0 : 30) + (scale == nil ? 0 : 30)
        if layer.opacity < 1 { weight += 5 }
        if layer.blendMode != .normal { weight += 25 }
        if !layer.mask.isEmpty { weight += 75 }
        total += area * weight
        for image in content.images {
            let isNew = image.isMask || scaled.insert(ScaledImage(name: image.name, size: frame.size)).inserted
            if isNew { total += (image.isMask ? 20 : 10) * pixelCount(image.file) }
        }
        if let outline = content.outline, outline.lineCount > 0 {
            total += rowWork(of: outline.path(in: frame)) * (scale ?? 1)
        }
    }

    /// The part of the canvas that a frame covers, in pixels; if the frame is turned or enlarged, at most its own area.
    private func visibleArea(of frame: SceneRectangle, _ scale: Double?) -> Double {
        guard let scale else { return frame.intersection(canvas).map { $0.width * $0.height } ?? 0 }
        return min(frame.width * frame.height * scale * scale, canvas.width * canvas.height)
    }

    /// The time for the rows that the lines of a path cross.
    private func rowWork(of path: ScenePath) -> Double {
        let rows = path.flattened(tolerance: 1).reduce(0.0) { sum, contour in
            contour.edges.reduce(sum) { sum, line in
                let (top, bottom) = (max(min(line.0.y, line.1.y), 0), min(max(line.0.y, line.1.y), canvas.height))
                return sum + max(bottom - top, 0)
            }
        }
        return 2000 * rows
    }
}

extension DrawnContent {
    /// The time for a pixel that an outline takes.
    var outlineWork: Double { outline == nil ? 0 : 30 }
}

extension SceneShape {
    /// The number of lines and curves of a polygon or a path; 0 for other shapes.
    var lineCount: Int {
        switch self {
        case .path(let outline): outline.path.elements.count
        case .polygon(let points): points.count
        case .rectangle, .capsule, .circle, .ellipse, .hexagonBadge: 0
        }
    }
}
