/// A rectangle of the upright image to keep.
///
/// It is cut out before the image is resized.
public struct Crop: Sendable, Hashable {
    /// The width; percentages refer to the width of the image.
    public var width: BlurLength
    /// The height; percentages refer to the height of the image.
    public var height: BlurLength
    /// The distance from the left edge of the image; percentages refer to its width.
    public var x: BlurLength
    /// The distance from the top edge of the image; percentages refer to its height.
    public var y: BlurLength

    /// Creates a crop, which is checked when the size of an image is known.
    public init(width: BlurLength, height: BlurLength, x: BlurLength = .zero, y: BlurLength = .zero) {
        (self.width, self.height, self.x, self.y) = (width, height, x, y)
    }

    /// The pixels to keep of an image of `width` × `height` pixels, at least one.
    ///
    /// Both edges are rounded to whole pixels, so crops that share an edge neither overlap nor leave a gap.
    ///
    /// - Throws: an error with the code `outsideImage` if the crop is not inside the image.
    public func region(width: Int, height: Int) throws(BlurError) -> PixelRegion {
        guard let columns = Self.pixels(from: x, self.width, of: width),
            let rows = Self.pixels(from: y, self.height, of: height)
        else {
            throw BlurError(.outsideImage, "the crop \(self) is not inside the image of \(width)×\(height) pixels")
        }
        return PixelRegion(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The pixels along one axis; `nil` if they are not inside the image.
    private static func pixels(from start: BlurLength, _ length: BlurLength, of count: Int) -> Range<Int>? {
        let whole = Double(count)
        let (first, extent) = (start.pixels(of: whole), length.pixels(of: whole))
        let (lower, upper) = (min(Rounding.half(up: first), whole - 1), Rounding.half(up: first + extent))
        guard extent > 0, first >= 0, first < whole, upper <= whole else { return nil }
        return Int(lower)..<Int(max(upper, lower + 1))
    }
}
