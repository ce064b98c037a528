internal import VariableBlur

extension ImageMetadata {
    /// What the upright, blurred picture's file may say, and what had to be left out.
    func fitted(to header: ImageHeader, format: ImageFormat) -> (ImageMetadata, notices: [String]) {
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
        if format == .jpeg { notices += fitted.fitToJPEG(hasProfile: header.profile != nil) }
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

    /// A JPEG segment has 65,533 bytes, and no place for what only PNG says.
    private mutating func fitToJPEG(hasProfile: Bool) -> [String] {
        var notices: [String] = []
        if let exif, exif.count > JPEGSegment.longestExif {
            notices.append("the EXIF data is too long for a JPEG file and is left out")
            self.exif = nil
        }
        if let xmp, xmp.count > JPEGSegment.longestXMP {
            notices.append("the XMP data is too long for a JPEG file and is left out")
            self.xmp = nil
        }
        if let iptc, IPTCData.segment(iptc).count > JPEGSegment.longest {
            notices.append("the IPTC data is too long for a JPEG file and is left out")
            self.iptc = nil
        }
        let isCoded = colorChunks.contains { $0.type == "cICP" }
        let hasOwnColors = isCoded || colorChunks.contains { $0.type == "gAMA" && !$0.isGammaOfSRGB }
        if hasOwnColors && !hasProfile && !colorChunks.contains(where: { $0.type == "sRGB" }) {
            notices.append("JPEG has no place for the PNG file's gamma and primaries; colors may look different")
        }
        if !textChunks.isEmpty { notices.append("the PNG file's texts have no place in a JPEG file and are left out") }
        (colorChunks, textChunks) = ([], [])
        comments.removeAll { $0.count > JPEGSegment.longest }
        return notices
    }
}
