public import VarBlur
internal import VarBlurCodecs

/// An image, upright and in sRGB.
public struct ImageLayer: Sendable, Hashable {
    /// How an image fits an area of other proportions.
    public enum Fit: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// ``contain`` for SVG files, and ``cover`` for other images.
        case automatic
        /// Covers the area; what protrudes is cut off.
        case cover
        /// Fits into the area, which may stay partly empty.
        case contain
        /// Fills the area and is distorted.
        case fill
        /// Keeps its own size in pixels.
        case none
    }

    /// The path of an SVG file, or of an image file in any format that jobs read, relative to the directory of the scene; the name of an image in memory; or
    /// a data URI.
    ///
    /// The name of an SVG file ends in `.svg`.
    public var image = ""
    /// The part of the image that is kept; `nil` for all of it.
    ///
    /// Other pixels have no effect on the picture.
    public var crop: Crop?
    /// How the image fits the area.
    public var fit = Fit.automatic
    /// Which part of the image shows if it is cut off, or where it is if the area is larger, as `object-position` in CSS.
    ///
    /// At a position of 30%, the point at 30% of the image is at 30% of the area.
    public var position = BlurGradient.Position.center
    /// The shape to which the image is cut; `nil` for the whole area.
    public var shape: SceneShape?
    /// The blur of the image, which reads no other pixels than its own; `nil` for none.
    ///
    /// Its area is the visible part of the image before ``shape`` cuts it, and its edges are those of that part.
    public var blur: BlurLayer?
    /// The color of all parts of an image of a single color, such as an icon, as opaque as they are; `nil` for the colors of the image.
    public var fill: SceneColor?
    /// Whether the image is black or white in place of ``fill``: whichever has more contrast with what is behind the opaque parts.
    ///
    /// The 5 % of pixels behind them with the least contrast do not count.
    public var hasAutomaticFill = false
    /// The shadow, as opaque as the image is; `nil` for none.
    public var shadow: SceneShadow?

    /// Creates a layer with an image.
    public init(_ image: String = "") { self.image = image }

    init() {}
}

extension ImageLayer {
    /// Whether a color takes the place of those of the image.
    var isColored: Bool { fill != nil || hasAutomaticFill }
}

extension ImageLayer: ShadowedContent {
    var layerContent: SceneLayer.Content { .image(self) }

    var isEmpty: Bool { image.isEmpty }

    var outline: SceneShape? { shape }

    var images: [ImageReference] {
        [ImageReference(name: image, path: "image", crop: crop)] + (blur?.images.map { $0.below("blur") } ?? [])
    }

    static let members: [SceneMember<ImageLayer>] = [
        .imagePath(
            "image", \.image, isRequired: true,
            "The path of a \((ImageFormat.allCases.map(\.name) + ["SVG"]).list("or")) file, relative to the directory of the scene. The name of an SVG file ends in "
                + ".svg. Or the file itself, as a data URI: `data:image/png;base64,…`."),
        .member(
            "crop", \.crop,
            "The part of the image that is kept: its width, its height, and its distances from the left and the top edge, in pixels or percent "
                + "of the upright image, as in `1200x800+40+0` or `50%x50%+25%+0%`."),
        .member(
            "fit", \.fit,
            "How the image is scaled if its aspect ratio differs from that of the area; `automatic` is contain for SVG files, and cover for others."
        ),
        .member(
            "position", \.position,
            "Which part of the image is visible, or where the image lies if the area is larger: an alignment, or a focus as `object-position` in "
                + "CSS, such as `30% 70%` or `left 20%`."),
        .member("shape", \.shape, "The shape to which the image is clipped."),
        .member(
            "blur", \.blur,
            "A blur of the image alone, with the members of a blur layer: its area is the visible part of the image, and pixels around the "
                + "image have no effect."),
        .adaptive(
            "fill", \.fill, or: \.hasAutomaticFill,
            "A color in place of all colors of the image, for icons of a single color, also with `currentColor`. Automatic is black or white, "
                + "whichever has more contrast with what is behind the icon."),
        .member("shadow", \.shadow, "A soft shadow of the visible part, as opaque as the image is."),
    ]
}
