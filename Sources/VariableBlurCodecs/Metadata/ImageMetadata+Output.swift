internal import VariableBlur

extension ImageMetadata {
    /// The metadata for an output: the upright, blurred image.
    ///
    /// - Returns: the metadata that the format supports, and a notice for each part that is not copied.
    func fitted(to header: ImageHeader, _ codec: any ImageCodec) -> (ImageMetadata, notices: [String]) {
        var fitted = self
        var notices: [String] = []
        fitted.density = density?.turned(header.orientation)
        if let exif {
            fitted.exif = Self.upright(exif, header)
            if fitted.exif == nil { notices.append("the EXIF data is invalid and is not copied") }
        }
        if let xmp {
            fitted.xmp = XMPPacket.hasPreview(xmp) ? nil : XMPPacket.upright(xmp)
            if fitted.xmp == nil {
                notices.append("the XMP data contains a preview of the original image and is not copied")
            }
        }
        if let exif = fitted.exif, ExifData.mayContainPreview(exif) {
            notices.append(
                "the maker notes of the EXIF data may contain a preview of the original image "
                    + "(--strip safe removes them)")
        }
        notices += fitted.fitIPTC()
        notices += fitted.fit(to: codec.format, codec.capabilities.metadata, hasProfile: header.profile != nil)
        return (fitted, notices)
    }

    private static func upright(_ exif: [UInt8], _ header: ImageHeader) -> [UInt8]? {
        guard var data = ExifData(exif), data.removePreview() else { return nil }
        data.makeUpright(width: header.uprightWidth, height: header.uprightHeight)
        return data.bytes
    }

    private mutating func fitIPTC() -> [String] {
        guard let iptc else { return [] }
        let kept = IPTCData.withoutPreviews(iptc)
        self.iptc = kept == [] ? nil : kept
        return kept == nil ? ["the IPTC data is invalid and is not copied"] : []
    }
}
