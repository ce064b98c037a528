/// A metadata segment of a JPEG file.
struct JPEGSegment {
    /// The second byte of the marker.
    let marker: UInt8
    /// The bytes after the length.
    let contents: [UInt8]

    /// The number of bytes with the marker and the length.
    var byteCount: Int { 4 + contents.count }

    /// The segment as it is stored.
    var bytes: [UInt8] {
        [0xFF, marker] + ByteOrder.bigEndian.bytes(of: contents.count + 2, count: 2) + contents
    }

    /// The maximum number of bytes in a segment.
    static let maxCount = 65_533
    static let maxExifCount = maxCount - ExifData.segmentPrefix.count
    static let maxXMPCount = maxCount - XMPPacket.segmentPrefix.count
    /// IPTC data is padded to an even length.
    static let maxIPTCCount = (maxCount - IPTCData.segment([]).count) / 2 * 2

    /// The segments for metadata, in the order that readers expect; omits segments that are too long.
    static func all(for metadata: ImageMetadata) -> [JPEGSegment] {
        var segments: [JPEGSegment] = []
        func add(_ marker: UInt8, _ contents: [UInt8]) {
            segments.append(JPEGSegment(marker: marker, contents: contents))
        }
        if let exif = metadata.exif { add(JPEGMarker.app1, ExifData.segmentPrefix + exif) }
        if let xmp = metadata.xmp { add(JPEGMarker.app1, XMPPacket.segmentPrefix + xmp) }
        if let iptc = metadata.iptc { add(JPEGMarker.app13, IPTCData.segment(iptc)) }
        // Readers that support only one comment use the last.
        if let digest = metadata.digest { add(JPEGMarker.comment, JobDigest.jpegPrefix + Array(digest.utf8)) }
        for comment in metadata.comments { add(JPEGMarker.comment, comment) }
        return segments.filter { $0.contents.count <= maxCount }
    }
}
