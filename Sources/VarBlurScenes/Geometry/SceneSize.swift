/// A width and a height in pixels.
public struct SceneSize: Codable, Sendable, Hashable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a size.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// The shorter side.
    public var shorterSide: Double { min(width, height) }
}
