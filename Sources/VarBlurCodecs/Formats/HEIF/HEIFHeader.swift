internal import CHEIFMessages

/// What the other process says of a file before it is decoded.
///
/// The process may have been taken over by the file: what cannot be true is an error.
struct HEIFHeader {
    let width: Int
    let height: Int
    /// The number of bits per sample.
    let depth: Int
    let hasAlpha: Bool
    let hasOtherImages: Bool
    let hasAuxiliaryImages: Bool
    let primaries: Int
    let transfer: Int
    /// The lengths of profile, EXIF, and XMP, in bytes.
    let profileCount: Int
    let exifCount: Int
    let xmpCount: Int

    /// Checks a reply, which is `nil` if it cannot be true.
    ///
    /// - Parameters:
    ///   - reply: any reply.
    ///   - metadataLimit: the greatest length of metadata in bytes.
    init?(_ reply: heif_reply, metadataLimit: Int) {
        guard reply.kind == HEIF_HEADER.rawValue, reply.width >= 1, reply.height >= 1, (1...16).contains(reply.depth),
            let hasAlpha = reply.has_alpha.flag, reply.is_premultiplied.flag != nil,
            max(reply.primaries, reply.transfer) <= UInt16.max
        else { return nil }
        let counts = [reply.profile_count, reply.exif_count, reply.xmp_count]
        guard counts.allSatisfy({ $0 <= metadataLimit }) else { return nil }
        (width, height, depth) = (Int(reply.width), Int(reply.height), Int(reply.depth))
        self.hasAlpha = hasAlpha
        (hasOtherImages, hasAuxiliaryImages) = (reply.other_images > 0, reply.auxiliary_images > 0)
        (primaries, transfer) = (Int(reply.primaries), Int(reply.transfer))
        (profileCount, exifCount, xmpCount) = (Int(counts[0]), Int(counts[1]), Int(counts[2]))
    }
}

extension UInt8 {
    /// A truth value of a C structure; `nil` for other numbers than 0 and 1.
    var flag: Bool? { self > 1 ? nil : self == 1 }
}
