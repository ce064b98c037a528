internal import VarBlur
internal import VarBlurCodecs

/// The encoding of pixels for the browser.
struct ViewEncoding {
    /// The media types of what is encoded.
    enum FileType: String, Codable, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    private let header: ImageHeader
    private let isTransient: Bool

    /// The quality of frames that are soon replaced: differences are not visible.
    private static let transientQuality = 92

    init(_ header: ImageHeader, isTransient: Bool) {
        (self.header, self.isTransient) = (header, isTransient)
    }

    /// Encodes an image: without loss, except for frames that are soon replaced and for CMYK, which PNG cannot hold.
    ///
    /// - Returns: the file and its media type.
    /// - Throws: an `ImageError` if there is no memory.
    func encoded(_ image: borrowing PixelBuffer) throws(ImageError) -> (bytes: [UInt8], type: FileType) {
        let style = style(of: image.format)
        let encoding = style.map { ImageEncoding.jpeg($0, quality: Self.transientQuality) } ?? .png(compression: .fast)
        var plan = EncodingPlan(
            width: image.width, height: image.height, pixelFormat: image.format, encoding: encoding)
        plan.describeColors(as: header)
        plan.threadCount = BlurExecution().threadCount
        return (try image.encoded(plan), style == nil ? .png : .jpeg)
    }

    /// The style of a JPEG file; `nil` for PNG.
    private func style(of format: PixelFormat) -> JPEGStyle? {
        switch format.channels {
        case .cmyk: JPEGStyle(.cmyk, hasAdobeMarker: header.jpegStyle?.hasAdobeMarker ?? true)
        case _ where header.needsColorChunks: nil
        case .rgb where isTransient && format.depth == .eight:
            JPEGStyle(.yCbCr, sampling: [.init(1, 1), .init(1, 1), .init(1, 1)])
        case .gray where isTransient && format.depth == .eight: JPEGStyle(.gray)
        default: nil
        }
    }
}
