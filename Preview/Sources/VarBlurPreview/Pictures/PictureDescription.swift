internal import VarBlurCodecs

/// A picture that has been opened.
struct PictureDescription: Codable, Sendable {
    /// The identifier and the path, which only the server knows.
    private var id = ""
    private var path = ""
    /// The size of the upright picture in pixels.
    private let width: Int
    private let height: Int
    /// The identifier of the format.
    private let format: String
    /// The file extension of an output with the same format.
    private var fileExtension = ""
    private let channels: String
    private let depth: Int
    private let byteCount: Int
    /// Sentences about the file.
    private let notices: [String]

    /// Describes a decoded picture.
    init(_ picture: Picture) {
        (width, height) = (picture.image.width, picture.image.height)
        let header = picture.header
        format = header.format.rawValue
        (channels, depth) = (header.pixelFormat.channels.rawValue, header.pixelFormat.depth.rawValue)
        (byteCount, notices) = (picture.bytes.count, header.notices)
    }

    /// The format; `nil` if it is not a known one.
    var imageFormat: ImageFormat? { ImageFormat(rawValue: format) }

    /// The description with the name of the picture, and the file extension.
    ///
    /// - Returns: the description; `nil` if the format is not a known one.
    func naming(_ listed: ListedPicture) -> Self? {
        guard let format = imageFormat else { return nil }
        var result = self
        (result.id, result.path, result.fileExtension) = (listed.id, listed.path, format.defaultExtension)
        return result
    }
}
