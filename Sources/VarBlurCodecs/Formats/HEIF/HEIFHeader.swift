internal import CHEIFMessages
internal import VarBlur

/// What the other process says of a file before it is decoded.
///
/// The process may have been taken over by the file: what cannot be true is an error.
extension heif_reply {
    /// Whether the reply can be a header.
    ///
    /// - Parameter metadataLimit: the greatest length of metadata in bytes.
    /// - Returns: whether all of its numbers are possible.
    func canBeHeader(metadataLimit: Int) -> Bool {
        let flags = [has_alpha, is_premultiplied, is_gray, is_lossless, is_animation, is_reduced]
        let counts = [profile_count, exif_count, xmp_count]
        return kind == HEIF_HEADER.rawValue && width >= 1 && height >= 1 && (1...16).contains(depth)
            && flags.allSatisfy { $0 <= 1 } && orientation <= 8 && max(primaries, transfer) <= UInt16.max
            && tone_mapping_count <= HEIF_TONE_MAPPING_BYTES && counts.allSatisfy { $0 <= metadataLimit }
    }

    /// The format of the pixels that the other process sends.
    var pixelFormat: PixelFormat {
        let isGray = is_gray == 1
        let channels: ChannelLayout = has_alpha == 1 ? (isGray ? .grayAlpha : .rgba) : isGray ? .gray : .rgb
        return PixelFormat(channels, depth > 8 ? .sixteen : .eight)
    }
}
