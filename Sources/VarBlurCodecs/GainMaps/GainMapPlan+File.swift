internal import VarBlur

extension GainMapPlan {
    /// Writes the output: the image, and its map.
    ///
    /// - Parameters:
    ///   - image: the image as a JPEG file without XMP data.
    ///   - input: the input.
    ///   - sink: receives the file.
    /// - Returns: why the map is not in the output; `nil` if it is.
    /// - Throws: an error with the code `outOfMemory`, `timeout`, or `cancelled`, or an error of the sink.
    func write(_ image: FileContents, _ input: InputDecoder, to sink: any ByteSink) throws(ImageError) -> String? {
        try input.context.deadline?.check()
        let map: FileContents
        do { map = try makeMap(input) } catch {
            guard [.damaged, .unsupported, .overLimit].contains(error.code) else { throw error }
            try write(image, packet.map { [JPEGSegment(xmp: $0)] } ?? [], to: sink)
            return "the gain map is not copied: \(error.cause)"
        }
        try write(image, with: map, to: sink)
        return nil
    }

    private func write(_ image: FileContents, with map: FileContents, to sink: any ByteSink) throws(ImageError) {
        var mapSegments: [JPEGSegment] = []
        if self.map.hasXMP {
            mapSegments.append(JPEGSegment(xmp: XMPPacket.adding(self.map.parameters.xmpDescription, to: nil)))
        }
        if let data = self.map.data { mapSegments.append(JPEGSegment(gainMapData: data)) }
        let mapByteCount = map.count + mapSegments.reduce(0) { $0 + $1.byteCount }
        var segments: [JPEGSegment] = []
        if self.map.hasXMP {
            let directory = AuxiliaryXMP.directory(mapByteCount: mapByteCount)
            segments.append(JPEGSegment(xmp: XMPPacket.adding(directory, to: packet)))
        } else if let packet {
            segments.append(JPEGSegment(xmp: packet))
        }
        if self.map.data != nil { segments.append(JPEGSegment(gainMapData: GainMapParameters.imageData)) }
        let before = segments.reduce(0) { $0 + $1.byteCount }
        segments.append(
            MultiPictureIndex.segment(
                image.count + before + MultiPictureIndex.segmentByteCount, mapByteCount,
                at: Self.place(in: image) + before))
        try write(image, segments, to: sink)
        try write(map, mapSegments, to: sink)
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

    /// Writes a file with further segments.
    private func write(_ file: FileContents, _ segments: [JPEGSegment], to sink: any ByteSink) throws(ImageError) {
        let place = Self.place(in: file)
        let start = segments.reduce(into: file.bytes(0..<place)) { $0 += $1.bytes }
        try unsafe sink.write(start.span.bytes)
        let rest = unsafe UnsafeRawBufferPointer(
            start: file.address(of: place..<file.count), count: file.count - place)
        try unsafe sink.write(rest.bytes)
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
