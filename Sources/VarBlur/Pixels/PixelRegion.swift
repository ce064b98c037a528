/// A rectangle of pixels.
public struct PixelRegion: Sendable, Hashable, Codable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a region.
    ///
    /// Functions with a region parameter check that it lies inside the image.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether the region has at least one pixel and lies inside another region.
    public func isInside(_ other: PixelRegion) -> Bool {
        Self.isInside(x, width, other.x, other.width) && Self.isInside(y, height, other.y, other.height)
    }

    /// Whether a part of an axis is inside another, whatever their numbers are.
    private static func isInside(_ start: Int, _ length: Int, _ otherStart: Int, _ otherLength: Int) -> Bool {
        let (offset, isFar) = start.subtractingReportingOverflow(otherStart)
        return start >= otherStart && !isFar && length >= 1 && length <= otherLength && offset <= otherLength - length
    }
}
