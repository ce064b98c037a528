/// The side of the image where the blur is strongest.
///
/// ``top`` blurs the top of the image; the radius decreases from there toward the opposite side, the bottom.
public enum BlurDirection: String, CaseIterable, Sendable, Hashable, Codable {
    /// The first row is blurred most.
    case top
    /// The last row is blurred most.
    case bottom
    /// The first column is blurred most.
    case left
    /// The last column is blurred most.
    case right

    /// Whether the radius varies between rows (`true`) or between columns (`false`).
    public var isVertical: Bool { self == .top || self == .bottom }
}
