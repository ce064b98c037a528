internal import VariableBlur

extension ImageMetadata {
    /// What the upright, blurred picture's file may say, and what had to be left out.
    func fitted(to header: ImageHeader, _ codec: any ImageCodec) -> (ImageMetadata, notices: [String]) {
        var fitted = self
        var notices: [String] = []
        fitted.density = density?.turned(header.orientation)
        if let exif {
            fitted.exif = Self.upright(exif, header)
            if fitted.exif == nil { notices.append("the EXIF data is broken and is left out") }
        }
        if let xmp {
            fitted.xmp = XMPPacket.hasPreview(xmp) ? nil : XMPPacket.upright(xmp)
            if fitted.xmp == nil {
                notices.append("the XMP data holds a preview of the picture as it was, and is left out")
            }
        }
        if let exif = fitted.exif, ExifData.mayHoldPicture(exif) {
            notices.append(
                "the EXIF data may hold another preview of the picture as it was, in the camera maker's notes "
                    + "(--strip safe leaves it out)")
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
        let kept = IPTCData.withoutPictures(iptc)
        self.iptc = kept == [] ? nil : kept
        return kept == nil ? ["the IPTC data is broken and is left out"] : []
    }
}
