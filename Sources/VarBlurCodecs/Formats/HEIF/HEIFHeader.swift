internal import CHEIFMessages
internal import VarBlur

/// What the other process says of a file before it is decoded.
///
/// The process may have been taken over by the file: what cannot be true is an error.
struct HEIFHeader {
    let width: Int
    let height: Int
    /// The number of bits per sample.
    let depth: Int
    let hasAlpha: Bool
    let isGray: Bool
    let isLossless: Bool
    /// Whether the file has further images that follow in time.
    let isAnimation: Bool
    let hasOtherImages: Bool
    let hasAuxiliaryImages: Bool
    let primaries: Int
    let transfer: Int
    /// The lengths of profile, EXIF, and XMP, in bytes.
    let profileCount: Int
    let exifCount: Int
    let xmpCount: Int
    /// The length of the data that derives another rendition, in bytes.
    let toneMappingCount: Int

    /// Checks a reply, which is `nil` if it cannot be true.
    ///
    /// - Parameters:
    ///   - reply: any reply.
    ///   - metadataLimit: the greatest length of metadata in bytes.
    init?(_ reply: heif_reply, metadataLimit: Int) {
        guard reply.kind == HEIF_HEADER.rawValue, reply.width >= 1, reply.height >= 1, (1...16).contains(reply.depth),
            let hasAlpha = reply.has_alpha.flag, reply.is_premultiplied.flag != nil, let isGray = reply.is_gray.flag,
            let isLossless = reply.is_lossless.flag, let isAnimation = reply.is_animation.flag,
            max(reply.primaries, reply.transfer) <= UInt16.max,
            reply.tone_mapping_count <= HEIF_TONE_MAPPING_BYTES
        else { return nil }
        let counts = [reply.profile_count, reply.exif_count, reply.xmp_count]
        guard counts.allSatisfy({ $0 <= metadataLimit }) else { return nil }
        (width, height, depth) = (Int(reply.width), Int(reply.height), Int(reply.depth))
        (self.hasAlpha, self.isGray) = (hasAlpha, isGray)
        (self.isLossless, self.isAnimation) = (isLossless, isAnimation)
        (hasOtherImages, hasAuxiliaryImages) = (reply.other_images > 0, reply.auxiliary_images > 0)
        (primaries, transfer) = (Int(reply.primaries), Int(reply.transfer))
        (profileCount, exifCount, xmpCount) = (Int(counts[0]), Int(counts[1]), Int(counts[2]))
        toneMappingCount = Int(reply.tone_mapping_count)
    }
}

extension HEIFHeader {
    /// The format of the pixels that the other process sends.
    var pixelFormat: PixelFormat {
        let channels: ChannelLayout = isGray ? (hasAlpha ? .grayAlpha : .gray) : hasAlpha ? .rgba : .rgb
        return PixelFormat(channels, depth > 8 ? .sixteen : .eight)
    }
}

extension UInt8 {
    /// A truth value of a C structure; `nil` for other numbers than 0 and 1.
    var flag: Bool? { self > 1 ? nil : self == 1 }
}
