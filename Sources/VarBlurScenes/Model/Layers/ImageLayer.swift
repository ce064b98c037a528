/// An image, upright and in sRGB.
public struct ImageLayer: Sendable, Hashable {
    /// How an image fits an area of other proportions.
    public enum Fit: String, CaseIterable, Sendable, Hashable {
        /// Covers the area; what protrudes is cut off.
        case cover
        /// Fits into the area, which may stay partly empty.
        case contain
        /// Fills the area and is distorted.
        case fill
        /// Keeps its own size in pixels.
        case none
    }

    /// The path of a PNG, JPEG, WebP, AVIF, HEIC, or SVG file, relative to the directory of the scene; or the name of an image in memory.
    ///
    /// The name of an SVG file ends in `.svg`.
    public var image = ""
    /// How the image fits the area.
    public var fit = Fit.cover
    /// Which part of the image shows if it is cut off, or where it is if the area is larger.
    public var position = SceneAlignment.center
    /// The shape to which the image is cut; `nil` for the whole area.
    public var shape: Shape?

    /// Creates a layer with an image.
    public init(_ image: String = "") { self.image = image }

    init() {}
}

extension ImageLayer.Fit: SceneChoice {}

extension ImageLayer: SceneObject {
    static let members: [SceneMember<ImageLayer>] = [
        .imagePath(
            "image", \.image, isRequired: true,
            "The path of a PNG, JPEG, WebP, AVIF, HEIC, or SVG file, relative to the directory of the scene. The name of an SVG file ends in "
                + ".svg."),
        .member("fit", \.fit, "How the image is scaled if its aspect ratio differs from that of the area."),
        .member(
            "position", \.position, "Which part of the image is visible, or where the image lies if the area is larger."
        ),
        .member("shape", \.shape, "The shape to which the image is clipped."),
    ]
}
