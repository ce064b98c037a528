/// A rectangle of an image, in pixels, with fractional bounds.
///
/// The first pixel of a row covers the positions from 0 to 1.
public struct SourceRegion: Sendable, Hashable {
    /// The position of the left edge.
    public var x: Double
    /// The position of the upper edge.
    public var y: Double
    /// The width, more than 0.
    public var width: Double
    /// The height, more than 0.
    public var height: Double

    /// Creates a region.
    ///
    /// Functions with a region parameter check its numbers.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The region of an image of a size in pixels.
    public init(wholeWidth width: Int, height: Int) {
        self.init(x: 0, y: 0, width: Double(width), height: Double(height))
    }

    /// The region that covers whole pixels.
    public init(_ region: PixelRegion) {
        self.init(x: Double(region.x), y: Double(region.y), width: Double(region.width), height: Double(region.height))
    }

    /// The same region of a copy of the image in another size.
    package func scaled(by scale: (x: Double, y: Double)) -> SourceRegion {
        SourceRegion(x: x * scale.x, y: y * scale.y, width: width * scale.x, height: height * scale.y)
    }

    /// The smallest region of whole pixels that contains the region.
    package var rounded: PixelRegion {
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        return PixelRegion(
            x: left, y: top, width: Int((x + width).rounded(.up)) - left,
            height: Int((y + height).rounded(.up)) - top)
    }
}
