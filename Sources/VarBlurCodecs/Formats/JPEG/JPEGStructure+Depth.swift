internal import VarBlurJSON

extension JPEGStructure {
    /// The depth map that an Android camera has written: in the XMP data, or at the end of the file.
    ///
    /// - Returns: the map; `nil` if there is none, or none that is an image.
    /// - Throws: an error with the code `overLimit`, `timeout`, `cancelled`, or `outOfMemory`.
    func depthMap(
        in file: FileContents, after imageEnd: Int, _ context: JobContext
    ) throws(ImageError) -> AuxiliaryImage? {
        let packets = [packet].compactMap(\.self) + packetExtensions
        guard let packet, packets.contains(where: { file.contains(AuxiliaryXMP.depthHint, in: $0) }) else { return nil }
        var budget = MetadataBudget(context, inputBytes: file.count)
        try budget.reserve(packets.reduce(0) { $0 + $1.count })
        let first = file.bytes(packet)
        let name = try AuxiliaryXMP([first], deadline: context.deadline)?.extensionName ?? ""
        guard let xmp = try AuxiliaryXMP([first] + secondPart(name, of: file), deadline: context.deadline),
            let scale = xmp.androidScale
        else { return nil }
        func map(_ contents: FileContents) -> AuxiliaryImage {
            AuxiliaryImage(kind: .depth, contents: contents, orientation: facts.orientation, scale: scale)
        }
        guard let location = xmp.depthLocation else {
            let digits = xmp.data.filter { $0 > 0x20 }
            guard let bytes = Base64.bytes(ofUnpadded: digits), !bytes.isEmpty else { return nil }
            return map(try FileContents(bytes))
        }
        let places = try location.ranges(in: file, of: packet, after: imageEnd).map { (range) throws(ImageError) in
            try FileContents(range, of: file)
        }
        return (places.first { JPEGCodec().recognizes($0) || PNGCodec().recognizes($0) } ?? places.first).map(map)
    }

    /// The part of the packet in other segments, if it is complete: each has a name, the length of all, and its place.
    private func secondPart(_ name: String, of file: FileContents) -> [[UInt8]] {
        let (nameCount, headCount, reader) = (32, 40, ByteReader(file))
        guard name.utf8.count == nameCount else { return [] }
        let parts = packetExtensions.filter {
            $0.count > headCount && file.starts(with: Array(name.utf8), at: $0.lowerBound)
        }.map { (offset: reader.uint32(at: $0.lowerBound + nameCount + 4) ?? 0, range: $0) }
        var bytes: [UInt8] = []
        for part in parts.sorted(by: { $0.offset < $1.offset }) where part.offset == bytes.count {
            bytes += file.bytes(part.range.dropFirst(headCount))
        }
        let count = parts.first.flatMap { reader.uint32(at: $0.range.lowerBound + nameCount) }
        return bytes.isEmpty || bytes.count != count ? [] : [bytes]
    }

    /// The images that an iPhone has written behind the picture, whose packets tell what they are for.
    private func appleImages(in file: FileContents, _ context: JobContext) throws(ImageError) -> [AuxiliaryImage] {
        var images: [AuxiliaryImage] = []
        for range in additionalImages where file.starts(with: [0xFF, 0xD8, 0xFF], at: range.lowerBound) {
            let contents = try FileContents(range, of: file)
            do throws(ImageError) {
                guard let packet = try JPEGStructure(contents, context.withoutGainMaps).packet,
                    let xmp = try AuxiliaryXMP([contents.bytes(packet)], deadline: context.deadline),
                    let kind = xmp.appleKind
                else { continue }
                images.append(AuxiliaryImage(kind: kind, contents: contents, orientation: facts.orientation))
            } catch {
                guard [.damaged, .unsupported, .overLimit].contains(error.code) else { throw error }
            }
        }
        return images
    }

    /// The images that lie over the picture.
    ///
    /// - Throws: an error with the code `overLimit`, `timeout`, `cancelled`, or `outOfMemory`.
    func auxiliaryImages(
        in file: FileContents, after imageEnd: Int, _ context: JobContext
    ) throws(ImageError) -> [AuxiliaryImage] {
        let depth = try depthMap(in: file, after: imageEnd, context).map { [$0] } ?? []
        return try depth + appleImages(in: file, context)
    }

    /// What the images are for that lie over the picture, each once; problems of them do not matter if they are not read.
    func auxiliaryKinds(
        in file: FileContents, after imageEnd: Int, _ context: JobContext
    ) throws(ImageError) -> [AuxiliaryImage.Kind] {
        do throws(ImageError) { return try auxiliaryImages(in: file, after: imageEnd, context).map(\.kind) } catch {
            guard error.code == .overLimit else { throw error }
            return [.other]
        }
    }
}
