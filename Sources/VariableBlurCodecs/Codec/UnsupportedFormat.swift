/// A well-known file format that is neither read nor written, so that messages can name it.
package struct UnsupportedFormat: Sendable {
    /// The name for people, for example `WebP`.
    package let name: String
    /// The file extensions in lowercase, without a dot.
    let fileExtensions: [String]

    private static let all = [
        UnsupportedFormat(name: "WebP", fileExtensions: ["webp"]),
        UnsupportedFormat(name: "GIF", fileExtensions: ["gif"]),
        UnsupportedFormat(name: "HEIC", fileExtensions: ["heic", "heif"]),
        UnsupportedFormat(name: "AVIF", fileExtensions: ["avif"]),
        UnsupportedFormat(name: "TIFF", fileExtensions: ["tif", "tiff"]),
        UnsupportedFormat(name: "BMP", fileExtensions: ["bmp"]),
        UnsupportedFormat(name: "JPEG XL", fileExtensions: ["jxl"]),
        UnsupportedFormat(name: "JPEG 2000", fileExtensions: ["jp2"]),
        UnsupportedFormat(name: "PDF", fileExtensions: ["pdf"]),
        UnsupportedFormat(name: "SVG", fileExtensions: ["svg"]),
    ]

    private init(name: String, fileExtensions: [String]) { (self.name, self.fileExtensions) = (name, fileExtensions) }

    /// The format that a file extension stands for; `nil` if it is a supported format, or not a well-known one.
    ///
    /// - Parameter fileExtension: the extension without a dot, in upper or lower case.
    package init?(fileExtension: String) {
        // Comparing with a long name may take long, if it is not normalized
        guard fileExtension.utf8.count <= 4, let format = Self.all.first(where: { $0.has(fileExtension) }) else {
            return nil
        }
        self = format
    }

    private func has(_ fileExtension: String) -> Bool { fileExtensions.contains(fileExtension.lowercased()) }
}
