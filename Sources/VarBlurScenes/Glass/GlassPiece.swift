/// A piece of glass.
public struct GlassPiece: Codable, Sendable, Hashable, Identifiable {
    /// The name of the piece, by which the states of a motion are matched.
    public var id: String
    /// The outline.
    public var shape: SceneShape
    /// The frame of the outline in pixels of the canvas; without an area, the piece is invisible.
    public var frame: SceneRectangle
    /// The color of the piece; `nil` for the one of the material.
    public var tint: GlassTint?
    /// How far the piece melts with its neighbors: 0 (not at all) to 1 (within the whole spacing of the container).
    public var fusion: Double

    /// Creates a piece of glass.
    ///
    /// - Parameters:
    ///   - id: the name of the piece, by which the states of a motion are matched.
    ///   - shape: the outline.
    ///   - frame: the frame of the outline in pixels of the canvas.
    ///   - tint: the color of the piece; `nil` for the one of the material.
    ///   - fusion: how far the piece melts with its neighbors, 0 to 1.
    public init(id: String, shape: SceneShape, frame: SceneRectangle, tint: GlassTint? = nil, fusion: Double = 1) {
        (self.id, self.shape, self.frame, self.tint, self.fusion) = (id, shape, frame, tint, fusion)
    }
}
