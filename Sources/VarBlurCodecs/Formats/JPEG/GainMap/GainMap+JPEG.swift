internal import VarBlur

extension GainMap {
    /// Finds the gain map of a JPEG file.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - structure: its header.
    ///   - end: the end of the image in the file.
    ///   - context: the limits.
    /// - Returns: the map; `nil` if there is none with valid parameters. Also a notice if one exceeds a limit.
    /// - Throws: an error with the code `timeout`, `cancelled`, or `outOfMemory`.
    static func find(
        in file: FileContents, _ structure: JPEGStructure, after end: Int, _ context: JobContext
    ) throws(ImageError) -> (map: GainMap?, notice: String?) {
        let places = try places(in: file, structure, after: end, context).filter {
            file.starts(with: [0xFF, 0xD8, 0xFF], at: $0.lowerBound)
        }
        return try first(of: places) { (range: Range<Int>) throws(ImageError) in
            try GainMap(in: file, at: range, context.withoutGainMaps)
        }
    }

    /// Where a map may be: where the index of images says, or where the directory in the XMP data says.
    private static func places(
        in file: FileContents, _ structure: JPEGStructure, after imageEnd: Int, _ context: JobContext
    ) throws(ImageError) -> [Range<Int>] {
        guard let packet = structure.packetWithDirectory,
            let location = try AuxiliaryXMP([file.bytes(packet)], deadline: context.deadline)?.gainMapLocation
        else { return structure.additionalImages }
        return structure.additionalImages + location.ranges(in: file, of: packet, after: imageEnd)
    }

    /// Reads the header and the parameters of a map; `nil` if it has none.
    private convenience init?(in file: FileContents, at range: Range<Int>, _ context: JobContext) throws(ImageError) {
        let contents = try FileContents(range, of: file)
        let reader = try JPEGReader(contents, context)
        var data: [UInt8]?
        var parameters: GainMapParameters?
        if let bytes = reader.gainMapData, let read = GainMapParameters.read(bytes) {
            (parameters, data) = (read.0, Array(bytes.prefix(read.byteCount)))
        }
        let xmp = try reader.header.metadata.xmp.flatMap { (packet) throws(ImageError) in
            try AuxiliaryXMP([packet], deadline: context.deadline).flatMap { GainMapParameters(xmp: $0.properties) }
        }
        guard let parameters = parameters ?? xmp, reader.header.pixelFormat.channels != .cmyk else { return nil }
        var header = reader.header
        header.orientation = .up
        self.init(header, at: range, parameters, data: data, hasXMP: xmp != nil)
    }
}
