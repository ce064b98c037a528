public import VariableBlur

/// What an image file says of its pixels before the first row is decoded.
public struct ImageHeader: Sendable, Hashable {
    /// The file's format.
    public let format: ImageFormat
    /// The number of pixels in a stored row.
    public let width: Int
    /// The number of stored rows.
    public let height: Int
    /// What the decoded rows consist of: palettes, transparent colors and samples below 8 bits are expanded.
    public let pixelFormat: PixelFormat
    /// How the stored rows have to be turned to stand upright.
    public internal(set) var orientation = ImageOrientation.up
    /// The color profile.
    public internal(set) var profile: ICCProfile?
    /// What the file says beside picture and profile.
    public internal(set) var metadata = ImageMetadata()
    /// How a JPEG file stores color; `nil` for other formats.
    public internal(set) var jpegStyle: JPEGStyle?
    /// Whether the decoder holds the whole image in memory before it can give out the first row.
    public internal(set) var holdsWholeImage = false
    /// What is odd about the file without harming its pixels, one sentence each without a full stop.
    public internal(set) var notices: [String] = []

    init(format: ImageFormat, width: Int, height: Int, pixelFormat: PixelFormat) {
        self.format = format
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
    }

    /// The upright image's width in pixels.
    public var uprightWidth: Int { orientation.swapsAxes ? height : width }

    /// The upright image's height in pixels.
    public var uprightHeight: Int { orientation.swapsAxes ? width : height }
}
