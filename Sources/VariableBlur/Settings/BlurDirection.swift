/// The side of the image that is blurred; the blur fades towards the opposite side.
public enum BlurDirection: String, CaseIterable, Sendable, Hashable, Codable {
    /// Row 0 is blurred most, the last row least.
    case top
    /// The last row is blurred most, row 0 least.
    case bottom
    /// Column 0 is blurred most, the last column least.
    case left
    /// The last column is blurred most, column 0 least.
    case right

    /// Whether the radius changes from row to row (`true`) or from column to column (`false`).
    public var isVertical: Bool { self == .top || self == .bottom }

    /// The number of pixels along the axis on which the radius changes.
    public func axisLength(width: Int, height: Int) -> Int { isVertical ? height : width }
}
