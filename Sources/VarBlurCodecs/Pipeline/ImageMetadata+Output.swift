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
        if let exif {
            let checked = try ExifData.rebuilt(exif, for: picture, deadline: deadline)
            fitted.exif = checked.bytes
            if let notice = checked.notice("EXIF") { notices.append(notice) }
        }
        if let xmp {
            let checked = try XMPPacket.rebuilt(xmp, for: picture, deadline: deadline)
            fitted.xmp = checked.bytes
            if let notice = checked.notice("XMP") { notices.append(notice) }
        }
        if let iptc {
            let checked = try IPTCData.rebuilt(iptc, deadline: deadline)
            fitted.iptc = checked.bytes
            if let notice = checked.notice("IPTC") { notices.append(notice) }
        }
        notices += fitted.fit(to: codec.format, codec.capabilities.metadata, needsColorChunks: header.needsColorChunks)
        return (fitted, notices)
    }
}
