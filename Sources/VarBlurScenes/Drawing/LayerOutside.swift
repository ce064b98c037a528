/// A layer of which more lies outside of the canvas than is probably meant.
struct LayerOutside {
    /// The path of the layer in the document.
    let path: String
    /// What the layer is.
    let name: String
    /// The part of its area that is on the canvas, 0 to 1.
    var visiblePart: Double

    /// A part of a text, a QR code, or glass below this is noted.
    static let leastPart = 2.0 / 3

    /// The notice: a sentence without a period.
    var notice: String {
        let percentage = min(Int(((1 - visiblePart) * 100).rounded()), 99)
        let part = visiblePart > 0 ? "\(percentage)% of the \(name)" : "the \(name)"
        return "\(path): \(part) lies outside of the canvas; move it, or hide it with 'hidden'"
    }
}

extension [LayerOutside] {
    /// The layers that are outside at another time, too, or in one that is, with the greater of their visible parts.
    func common(with others: [LayerOutside]) -> [LayerOutside] {
        compactMap { layer in
            guard let other = others.first(where: { "\(layer.path).".hasPrefix("\($0.path).") }) else { return nil }
            var layer = layer
            layer.visiblePart = Swift.max(layer.visiblePart, other.visiblePart)
            return layer
        }
    }
}

extension SceneRectangle {
    /// The distances of the four sides from those of a rectangle around this one.
    func margins(in outer: SceneRectangle) -> [Double] {
        [x - outer.x, y - outer.y, outer.maxX - maxX, outer.maxY - maxY]
    }

    /// The part of the rectangle that is inside another one after a transformation, 0 to 1; 1 if it has no area, or covers the other one.
    func part(inside other: SceneRectangle, after transform: Similarity) -> Double {
        let bounds = transform.bounds(of: self)
        if bounds.union(other) == bounds { return 1 }
        let corners = ScenePath.Contour(points: transform.corners(of: self), isClosed: true)
        guard hasArea, corners.area != 0 else { return 1 }
        return abs((corners.clipped(to: other)?.area ?? 0) / corners.area)
    }
}
