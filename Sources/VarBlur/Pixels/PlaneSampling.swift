/// The component of an image that a plane contains.
public enum PlaneComponent: String, CaseIterable, Sendable, Hashable, Codable {
    /// Luma: Y of YCbCr, or gray.
    case luma
    /// The blue-difference component of YCbCr: Cb.
    case blueDifference
    /// The red-difference component of YCbCr: Cr.
    case redDifference
}

/// The sampling of a plane, such as a subsampled chroma plane of a JPEG image.
///
/// Each sample is centered on the pixels that it represents: sample r of a column lies at the vertical position `(r + 0.5) ×
/// verticalRatio` of the image, clamped to the image's height. Radii are given in pixels of the image; along each axis, the
/// radius in samples is the radius in pixels divided by the ratio.
public struct PlaneSampling: Sendable, Hashable {
    /// The width of the image in pixels.
    public let imageWidth: Int
    /// The height of the image in pixels.
    public let imageHeight: Int
    /// The number of pixels per sample horizontally, at least 1: 2 for the chroma planes of 4:2:0 and 4:2:2.
    public let horizontalRatio: Double
    /// The number of pixels per sample vertically, at least 1: 2 for the chroma planes of 4:2:0 and 4:4:0.
    public let verticalRatio: Double
    /// The component that a plane of one channel contains.
    ///
    /// Only looks use it.
    public let component: PlaneComponent

    /// Describes a plane.
    ///
    /// - Parameters:
    ///   - imageWidth: the width of the image in pixels, at least 1.
    ///   - imageHeight: the height of the image in pixels, at least 1.
    ///   - horizontalRatio: the number of pixels per sample horizontally, finite, at least 1; may be fractional.
    ///   - verticalRatio: the number of pixels per sample vertically, finite, at least 1; may be fractional.
    ///   - component: the component that the plane contains.
    /// - Throws: ``BlurError/Code/invalidSize`` if a number is out of range.
    public init(
        imageWidth: Int, imageHeight: Int, horizontalRatio: Double, verticalRatio: Double,
        component: PlaneComponent = .luma
    ) throws(BlurError) {
        let ratios = [horizontalRatio, verticalRatio]
        guard imageWidth >= 1, imageHeight >= 1, ratios.allSatisfy({ $0.isFinite && $0 >= 1 }) else {
            throw BlurError(
                .invalidSize,
                "the image size and the ratios of a plane must be at least 1; they are "
                    + "\(imageWidth)×\(imageHeight) pixels and \(horizontalRatio)×\(verticalRatio)")
        }
        self.imageWidth = imageWidth
        self.imageHeight = imageHeight
        self.horizontalRatio = horizontalRatio
        self.verticalRatio = verticalRatio
        self.component = component
    }

    /// The sampling of a whole image: one sample for each pixel.
    init(whole layout: PixelLayout) { self.init(wholeWidth: layout.width, height: layout.height) }

    /// The sampling of a whole image of a size.
    package init(wholeWidth width: Int, height: Int) {
        (imageWidth, imageHeight) = (width, height)
        (horizontalRatio, verticalRatio, component) = (1, 1, .luma)
    }

    /// The horizontal position of a sample's center, in pixels of the image.
    package func x(ofColumn column: Int) -> Double {
        min((Double(column) + 0.5) * horizontalRatio, Double(imageWidth))
    }

    /// The vertical position of a sample's center, in pixels of the image.
    package func y(ofRow row: Int) -> Double { min((Double(row) + 0.5) * verticalRatio, Double(imageHeight)) }
}
