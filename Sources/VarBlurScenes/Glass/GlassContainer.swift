public import VarBlur

/// Pieces of glass over an image, which blend where they are close to each other.
///
/// ```swift
/// let badge = GlassPiece(
///     id: "badge", shape: .rectangle(cornerRadius: 24), frame: SceneRectangle(x: 40, y: 40, width: 96, height: 96)
/// )
/// try GlassContainer(pieces: [badge]).draw(on: &image)
/// ```
///
/// The image behind the glass is blurred, more vivid, and refracted at the bevel. The order of the pieces does not matter. Pieces that
/// are farther apart than the spacing do not affect each other's outlines. Pixels beyond the shadow are left unchanged.
public struct GlassContainer: Codable, Sendable, Hashable {
    /// The pieces in any order.
    public var pieces: [GlassPiece]
    /// The distance in pixels below which shapes start to blend (a smooth union), at least 0; below about half of it, they join.
    public var spacing: Double
    /// The appearance of the glass.
    public var material: GlassMaterial

    /// Creates a container.
    ///
    /// - Parameters:
    ///   - pieces: the pieces in any order.
    ///   - spacing: the distance in pixels below which shapes start to blend, at least 0; with 0, pieces overlap without
    ///     blending.
    ///   - material: the appearance of the glass.
    public init(pieces: [GlassPiece], spacing: Double = 20, material: GlassMaterial = .regular) {
        (self.pieces, self.spacing, self.material) = (pieces, spacing, material)
    }

    /// Checks all numbers.
    ///
    /// - Throws: `BlurError.Code.invalidLook`.
    public func check() throws(BlurError) {
        guard (0...100_000).contains(spacing) else {
            throw BlurError(.invalidLook, "the spacing of glass is \(spacing); it has to be 0 to 100000")
        }
        try material.check()
        for piece in pieces {
            try piece.tint?.check()
            guard (0...1).contains(piece.fusion) else {
                throw BlurError(.invalidLook, "the fusion of glass is \(piece.fusion); it has to be 0 to 1")
            }
        }
    }

    /// Returns the smallest region that contains all pixels that drawing may change; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - width: the width of the canvas in pixels, at least 1.
    ///   - height: the height of the canvas in pixels, at least 1.
    /// - Returns: a region inside the canvas.
    public func affectedRegion(width: Int, height: Int) -> PixelRegion? {
        let canvas = PixelRegion(x: 0, y: 0, width: width, height: height)
        let regions = GlassPlan(self, width: width, height: height).groups.compactMap {
            PixelRegion(covering: $0.shadowBounds, inside: canvas)
        }
        return regions.reduce(nil) { $0?.union($1) ?? $1 }
    }
}
