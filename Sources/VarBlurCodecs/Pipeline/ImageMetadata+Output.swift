internal import VarBlur

extension ImageMetadata {
    /// The metadata for an output: the upright, blurred image.
    ///
    /// - Parameters:
    ///   - header: the header of the input.
    ///   - picture: the size and the colors of the output.
    ///   - codec: the codec of the output.
    ///   - deadline: the end of the allowed time.
    /// - Returns: the metadata that the format supports, and a notice for each part that is not copied.
    /// - Throws: an error with the code `timeout` after the deadline.
    /// - Complexity: O(*n*) for *n* bytes of metadata.
    func fitted(
        to header: ImageHeader, _ picture: OutputPicture, _ codec: any ImageCodec, deadline: Deadline? = nil
    ) throws(ImageError) -> (ImageMetadata, notices: [String]) {
        var fitted = self
        var notices: [String] = []
        fitted.density = density?.turned(header.orientation)
        func bytes(_ checked: CheckedMetadata, _ kind: String) -> [UInt8]? {
            if let notice = checked.notice(kind) { notices.append(notice) }
            return checked.bytes
        }
        if let exif { fitted.exif = bytes(try ExifData.rebuilt(exif, for: picture, deadline: deadline), "EXIF") }
        if let xmp { fitted.xmp = bytes(try XMPPacket.rebuilt(xmp, for: picture, deadline: deadline), "XMP") }
        if let iptc { fitted.iptc = bytes(try IPTCData.rebuilt(iptc, deadline: deadline), "IPTC") }
        notices += fitted.fit(to: codec.format, codec.capabilities.metadata, needsColorChunks: header.needsColorChunks)
        return (fitted, notices)
    }
}
