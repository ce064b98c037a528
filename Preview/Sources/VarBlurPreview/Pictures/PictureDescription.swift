internal import VarBlurCodecs

/// A picture that has been opened.
struct PictureDescription: Codable, Sendable {
    /// The identifier and the path, which only the server knows.
    private var id = ""
    private(set) var path = ""
    /// The size of the upright picture in pixels.
    private let width: Int
    private let height: Int
    /// The identifier of the format.
    private let format: String
    private let channels: String

    /// Describes a decoded picture.
    init(_ picture: Picture) {
        (width, height) = (picture.image.width, picture.image.height)
        (format, channels) = (picture.header.format.rawValue, picture.header.pixelFormat.channels.rawValue)
    }

    /// The format; `nil` if it is not a known one.
    var imageFormat: ImageFormat? { ImageFormat(rawValue: format) }

    /// The description with the name of the picture.
    ///
    /// - Returns: the description; `nil` if the format is not a known one.
    func naming(_ listed: ListedPicture) -> Self? {
        guard imageFormat != nil else { return nil }
        var result = self
        (result.id, result.path) = (listed.id, listed.path)
        return result
    }
}
