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
        let (format, capacity) = (codec.format, codec.capabilities.metadata)
        func bytes(_ checked: CheckedMetadata, _ kind: String) -> [UInt8]? {
            notices += checked.notices(kind, for: format.name)
            return checked.bytes
        }
        // what a format cannot store at all is left out as a whole
        func limit(_ count: Int) -> Int { count == 0 ? .max : count }
        if let exif {
            fitted.exif = bytes(
                try ExifData.rebuilt(exif, for: picture, maxCount: limit(capacity.exif), deadline: deadline), "EXIF")
        }
        if let xmp {
            let added = header.hasGainMap ? codec.gainMapFiles?.addedPacketByteCount ?? 0 : 0
            fitted.xmp = bytes(
                try XMPPacket.rebuilt(
                    xmp, for: picture, maxPacketCount: limit(capacity.xmp) - added, deadline: deadline), "XMP")
        }
        if let iptc {
            fitted.iptc = bytes(
                try IPTCData.rebuilt(iptc, maxCount: limit(capacity.iptc), deadline: deadline), "IPTC")
        }
        notices += fitted.fit(to: format, capacity, needsColorChunks: header.needsColorChunks)
        return (fitted, notices)
    }
}
