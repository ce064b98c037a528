internal import VariableBlur

extension ImageMetadata {
    /// The metadata for an output: the upright, blurred image.
    ///
    /// - Returns: the metadata that the format supports, and a notice for each part that is not copied.
    func fitted(to header: ImageHeader, format: ImageFormat) -> (ImageMetadata, notices: [String]) {
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
        let kept = IPTCData.withoutPreviews(iptc)
        self.iptc = kept == [] ? nil : kept
        return kept == nil ? ["the IPTC data is invalid and is not copied"] : []
    }

    /// Removes what a JPEG file cannot store: segments of more than 65,533 bytes, and PNG chunks.
    private mutating func fitToJPEG(hasProfile: Bool) -> [String] {
        var notices: [String] = []
        if let exif, exif.count > JPEGSegment.maxExifCount {
            notices.append("the EXIF data is too long for a JPEG file and is not copied")
            self.exif = nil
        }
        if let xmp, xmp.count > JPEGSegment.maxXMPCount {
            notices.append("the XMP data is too long for a JPEG file and is not copied")
            self.xmp = nil
        }
        if let iptc, IPTCData.segment(iptc).count > JPEGSegment.maxCount {
            notices.append("the IPTC data is too long for a JPEG file and is not copied")
            self.iptc = nil
        }
        if definesOtherColors && !hasProfile {
            notices.append("JPEG cannot store the gamma and primaries of the PNG file; colors may look different")
        }
        if !textChunks.isEmpty { notices.append("JPEG cannot store the texts of the PNG file; they are not copied") }
        (colorChunks, textChunks) = ([], [])
        comments.removeAll { $0.count > JPEGSegment.maxCount }
        return notices
    }

    /// Whether the color chunks define colors other than sRGB.
    private var definesOtherColors: Bool {
        let hasCodePoints = colorChunks.contains { $0.type == "cICP" }
        let hasOtherGamma = colorChunks.contains { $0.type == "gAMA" && !$0.isGammaOfSRGB }
        return (hasCodePoints || hasOtherGamma) && !colorChunks.contains { $0.type == "sRGB" }
    }
}
