/// The part of an image that is resized, and where it lies in the result.
public struct ResizePlacement: Sendable, Hashable {
    /// The part of the cropped image that is resized.
    public var source: SourceRegion
    /// The pixels of the result that this part fills; the others are bars.
    public var target: PixelRegion
    /// The width of the result in pixels.
    public var width: Int
    /// The height of the result in pixels.
    public var height: Int

    /// Whether the result has pixels beside the image.
    public var hasBars: Bool { target.width < width || target.height < height }

    /// An image that is stretched to a size.
    package static func stretched(_ width: Int, _ height: Int, from source: (width: Double, height: Double)) -> Self {
        ResizePlacement(
            source: SourceRegion(x: 0, y: 0, width: source.width, height: source.height),
            target: PixelRegion(x: 0, y: 0, width: width, height: height), width: width, height: height)
    }

    /// The part of an image, at a scale, that fills a size.
    static func covering(
        _ width: Int, _ height: Int, from source: (width: Double, height: Double), _ scale: Double,
        _ position: BlurGradient.Position
    ) -> Self {
        var placement = stretched(width, height, from: source)
        placement.source.width = min(source.width, Double(width) / scale)
        placement.source.height = min(source.height, Double(height) / scale)
        placement.source.x = position.x.hidden(source.width - placement.source.width, scale)
        placement.source.y = position.y.hidden(source.height - placement.source.height, scale)
        return placement
    }

    /// Moves the image to its place in a larger box.
    mutating func center(in box: (width: Int, height: Int), _ position: BlurGradient.Position) {
        (width, height) = box
        target.x = position.x.distance(box.width - target.width)
        target.y = position.y.distance(box.height - target.height)
    }
}

extension BlurLength {
    /// The distance from the edge of a box with `free` pixels beside the image.
    fileprivate func distance(_ free: Int) -> Int {
        Int(Rounding.half(up: min(max(pixels(of: Double(free)), 0), Double(free))))
    }

    /// The part of an image before the edge of a box, if the image, at a scale, is longer than the box by `excess` of its own
    /// pixels.
    ///
    /// A distance in pixels is positive if the image begins inside the box, which would leave a gap.
    fileprivate func hidden(_ excess: Double, _ scale: Double) -> Double {
        let hidden =
            switch self {
            case .pixels(let pixels): -pixels / scale
            case .percent(let percent): percent / 100 * excess
            }
        return min(max(hidden, 0), max(excess, 0))
    }
}
