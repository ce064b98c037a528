/// The field at a pixel.
struct GlassSample {
    /// The distance inward from the outline.
    let depth: Float
    /// The gradient of the field, which points outward.
    let gradientX: Float
    let gradientY: Float
    /// The length of the gradient.
    let slope: Float

    /// Reads a sample that is not at the edge of the tile.
    init(_ values: UnsafePointer<Float>, at index: Int) {
        depth = unsafe -values[index]
        gradientX = unsafe 0.5 * (values[index + 1] - values[index - 1])
        gradientY = unsafe 0.5 * (values[index + DistanceTile.side] - values[index - DistanceTile.side])
        slope = (gradientX * gradientX + gradientY * gradientY).squareRoot()
    }

    /// The share of the pixel that is covered with glass, 0 to 1.
    var coverage: Float { min(max(0.5 + depth / max(slope, 0.3), 0), 1) }
}
