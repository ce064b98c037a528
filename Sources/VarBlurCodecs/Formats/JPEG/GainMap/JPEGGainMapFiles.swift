internal import VarBlur

/// JPEG files with a gain map: a second file after that of the image, an index of both, and parameters as XMP data, as those of ISO
/// 21496-1, or both.
struct JPEGGainMapFiles: GainMapFiles {
    var addedPacketByteCount: Int { 2048 }

    func parts(
        of image: FileContents, with map: (input: GainMap, encoded: FileContents)?, _ packet: [UInt8]?
    ) throws(ImageError) -> [FileContents] {
        guard let (map, encoded) = map else {
            return try Self.adding(packet.map { [JPEGSegment(xmp: $0)] } ?? [], to: image)
        }
        var mapSegments: [JPEGSegment] = []
        if map.hasXMP {
            mapSegments.append(JPEGSegment(xmp: XMPPacket.adding(map.parameters.xmpDescription, to: nil)))
        }
        if let data = map.data { mapSegments.append(JPEGSegment(gainMapData: data)) }
        let mapByteCount = encoded.count + mapSegments.reduce(0) { $0 + $1.byteCount }
        var segments: [JPEGSegment] = []
        if map.hasXMP {
            let directory = AuxiliaryXMP.directory(mapByteCount: mapByteCount)
            segments.append(JPEGSegment(xmp: XMPPacket.adding(directory, to: packet)))
        } else if let packet {
            segments.append(JPEGSegment(xmp: packet))
        }
        if map.data != nil { segments.append(JPEGSegment(gainMapData: GainMapParameters.imageData)) }
        let before = segments.reduce(0) { $0 + $1.byteCount }
        segments.append(
            MultiPictureIndex.segment(
                image.count + before + MultiPictureIndex.segmentByteCount, mapByteCount,
                at: Self.place(in: image) + before))
        return try Self.adding(segments, to: image) + Self.adding(mapSegments, to: encoded)
    }

    /// Where segments are inserted: after those of JFIF and EXIF.
    private static func place(in file: FileContents) -> Int {
        var place = 2
        while place + 3 < file.count, file[place] == 0xFF, [JPEGMarker.app0, JPEGMarker.app1].contains(file[place + 1])
        {
            place += 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
        }
        return place
    }

    /// A file with further segments.
    private static func adding(
        _ segments: [JPEGSegment], to file: FileContents
    ) throws(ImageError) -> [FileContents] {
        let place = place(in: file)
        let start = segments.reduce(into: file.bytes(0..<place)) { $0 += $1.bytes }
        return [try FileContents(start), try FileContents(place..<file.count, of: file)]
    }
}

extension JPEGSegment {
    /// The parameters of a gain map, or of an image with one, in the form of ISO 21496-1.
    fileprivate init(gainMapData data: [UInt8]) {
        self.init(marker: JPEGMarker.app2, contents: GainMapParameters.segmentPrefix + data)
    }

    fileprivate init(xmp packet: [UInt8]) {
        self.init(marker: JPEGMarker.app1, contents: XMPPacket.segmentPrefix + packet)
    }
}
