/// A segment of a JPEG file beside the picture: its marker's second byte, and what follows its length.
struct JPEGSegment {
    let marker: UInt8
    let contents: [UInt8]

    /// The most bytes that a segment can hold.
    static let longest = 65_533
    static let exifPrefix = Array("Exif\0\0".utf8)
    static let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    static let longestExif = longest - exifPrefix.count
    static let longestXMP = longest - xmpPrefix.count
    /// IPTC data is padded to an even length.
    static let longestIPTC = (longest - IPTCData.segment([]).count) / 2 * 2

    /// The segments for a file's metadata, in the order that readers expect, as far as it fits.
    static func all(for metadata: ImageMetadata) -> [JPEGSegment] {
        var segments: [JPEGSegment] = []
        if let exif = metadata.exif { segments.append(JPEGSegment(marker: 0xE1, contents: exifPrefix + exif)) }
        if let xmp = metadata.xmp { segments.append(JPEGSegment(marker: 0xE1, contents: xmpPrefix + xmp)) }
        if let iptc = metadata.iptc { segments.append(JPEGSegment(marker: 0xED, contents: IPTCData.segment(iptc))) }
        // before the others, as programs that know one comment only take the last
        if let digest = metadata.digest {
            segments.append(JPEGSegment(marker: 0xFE, contents: JobDigest.jpegPrefix + Array(digest.utf8)))
        }
        segments += metadata.comments.map { JPEGSegment(marker: 0xFE, contents: $0) }
        return segments.filter { $0.contents.count <= longest }
    }
}
