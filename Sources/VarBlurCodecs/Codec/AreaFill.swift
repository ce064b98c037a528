public import VarBlur

/// Areas that are painted with an opaque color, so that nothing of what they cover is left.
///
/// The pixels of the input that an area touches, wholly or in part, are painted before anything else happens to them: they have no effect
/// on the output. In a lossy file, each pixel leaves traces in the block that contains it; whole blocks are painted therefore, of up to
/// 16 pixels (rarely 32) on each axis in JPEG and WebP files, of 64 pixels in HEIC and AVIF files and of 256 pixels in
/// JPEG XL files, with what is within 64 pixels of them. A notice tells that of more than 16 pixels.
///
/// The output has no ``JobDigest``, with which guesses of the covered pixels could be checked.
public struct AreaFill: Sendable, Hashable {
    /// The shapes, on the output: after the image has been turned upright, cropped, and resized.
    public var shapes: [BlurArea.Shape]
    /// Whether all but the shapes is painted; a pixel or block stays that one of the shapes covers wholly.
    public var isInverted = false
    /// The color; gray images get its luma.
    public var color: RGBColor

    /// Creates a fill.
    public init(_ shapes: [BlurArea.Shape], color: RGBColor) { (self.shapes, self.color) = (shapes, color) }

    /// Whether a shape has a length in pixels other than 0, so that it covers another part of outputs of other sizes.
    var hasPixelLengths: Bool {
        shapes.contains { shape in
            let words = shape.description.split { " (),/".contains($0) }
            return words.contains { $0.hasSuffix("px") && $0 != "0px" }
        }
    }

    /// What the user should know about the fill, one sentence each.
    var notices: [String] {
        guard shapes.isEmpty else { return [] }
        return ["the list of areas is empty, so \(isInverted ? "the whole image" : "nothing") is painted"]
    }
}
