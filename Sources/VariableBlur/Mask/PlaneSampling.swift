/// How a plane samples an image: the planes of a JPEG file may have one sample for several pixels.
///
/// A plane's samples lie in the middle of the pixels that they stand for: sample r is centered on the row
/// `(r + 0.5) × verticalRatio` of the image, and beyond the image on its edge. Radii are pixels of the image; along each
/// axis they are divided by the ratio.
public struct PlaneSampling: Sendable, Hashable {
    /// The width of the image in pixels.
    public let imageWidth: Int
    /// The height of the image in pixels.
    public let imageHeight: Int
    /// Pixels of the image for each sample of a row, 1 or more: 2 for the color planes of 4:2:0 and 4:2:2.
    public let horizontalRatio: Double
    /// Pixels of the image for each sample of a column, 1 or more: 2 for the color planes of 4:2:0 and 4:4:0.
    public let verticalRatio: Double

    /// Describes a plane.
    ///
    /// - Parameters:
    ///   - imageWidth: the width of the image in pixels, at least 1.
    ///   - imageHeight: the height of the image in pixels, at least 1.
    ///   - horizontalRatio: pixels for each sample of a row, finite, at least 1; a fraction such as 3/2 is as good.
    ///   - verticalRatio: pixels for each sample of a column, the same.
    /// - Throws: ``BlurError/Code/invalidSize`` if a number is out of range.
    public init(
        imageWidth: Int, imageHeight: Int, horizontalRatio: Double, verticalRatio: Double
    ) throws(BlurError) {
        let ratios = [horizontalRatio, verticalRatio]
        guard imageWidth >= 1, imageHeight >= 1, ratios.allSatisfy({ $0.isFinite && $0 >= 1 }) else {
            throw BlurError(
                .invalidSize,
                "no plane can have one sample for \(horizontalRatio)×\(verticalRatio) of "
                    + "\(imageWidth)×\(imageHeight) pixels; all four numbers start at 1")
        }
        self.imageWidth = imageWidth
        self.imageHeight = imageHeight
        self.horizontalRatio = horizontalRatio
        self.verticalRatio = verticalRatio
    }

    /// The sampling of an image that has all of its pixels.
    init(whole layout: PixelLayout) {
        (imageWidth, imageHeight) = (layout.width, layout.height)
        (horizontalRatio, verticalRatio) = (1, 1)
    }
}
