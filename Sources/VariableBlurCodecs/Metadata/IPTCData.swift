/// IPTC-IIM data: a sequence of datasets, which JPEG files store as a Photoshop image resource.
///
/// Sources: IPTC-IIM 4.1; Adobe Photoshop File Formats Specification, "Image Resource Blocks".
enum IPTCData {
    /// The prefix of a JPEG segment of image resources.
    static let segmentPrefix = Array("Photoshop 3.0\0".utf8)

    /// The first byte of every dataset.
    static let tagMarker: UInt8 = 0x1C

    private static let resourceSignature = Array("8BIM".utf8)
    private static let resourceID = [0x04, 0x04] as [UInt8]

    /// The datasets in image resources; `nil` if there are none.
    ///
    /// Other resources belong to Photoshop, and some contain a thumbnail of the original image.
    static func datasets(inResources bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes[...]
        while rest.count >= 12, rest.starts(with: resourceSignature) {
            let id = rest.dropFirst(4).prefix(2)
            // The length of the name and the name, padded to an even number of bytes.
            let nameCount = Int(rest[rest.startIndex + 6])
            rest = rest.dropFirst(6 + (nameCount + 2) / 2 * 2)
            guard let count = ByteReader(rest).uint32(at: 0) else { return nil }
            rest = rest.dropFirst(4)
            guard count <= rest.count else { return nil }
            if id.elementsEqual(resourceID) { return Array(rest.prefix(count)) }
            rest = rest.dropFirst(count + count % 2)
        }
        return nil
    }

    /// The contents of a JPEG segment with datasets.
    static func segment(_ datasets: [UInt8]) -> [UInt8] { segmentPrefix + resource(datasets) }

    /// An image resource with datasets.
    static func resource(_ datasets: [UInt8]) -> [UInt8] {
        let emptyName: [UInt8] = [0, 0]
        let count = ByteOrder.bigEndian.bytes(of: datasets.count, count: 4)
        let padding = [UInt8](repeating: 0, count: datasets.count % 2)
        return resourceSignature + resourceID + emptyName + count + datasets + padding
    }

    /// The known datasets of texts and numbers; all others are left out, among them previews.
    ///
    /// - Complexity: O(*n*)
    static func rebuilt(_ datasets: [UInt8], deadline: Deadline? = nil) throws(ImageError) -> CheckedMetadata {
        var (kept, rest): ([UInt8], ArraySlice<UInt8>) = ([], datasets[...])
        var (inspector, hasPossibleImage, last) = (TextInspector(), false, 0)
        while rest.first == tagMarker {
            guard let (headerCount, count) = byteCounts(ofFirst: rest), count <= rest.count else {
                return CheckedMetadata(bytes: nil, loss: .invalid)
            }
            let (record, number) = (Int(rest[rest.startIndex + 1]), Int(rest[rest.startIndex + 2]))
            // A dataset that occurs several times is one group.
            if record << 8 | number != last { inspector.beginGroup() }
            last = record << 8 | number
            let verdict = verdict(record, number, Array(rest.prefix(count).dropFirst(headerCount)), &inspector)
            if verdict == .text { kept += rest.prefix(count) }
            if verdict == .possibleImage { hasPossibleImage = true }
            rest = rest.dropFirst(count)
            try deadline?.check()
        }
        guard rest.allSatisfy({ $0 == 0 }) else { return CheckedMetadata(bytes: nil, loss: .invalid) }
        return CheckedMetadata(bytes: kept.isEmpty ? nil : kept, loss: hasPossibleImage ? .possiblePreview : nil)
    }

    /// The maximum number of bytes of a binary value.
    private static let maxBinaryCount = 16

    private static func verdict(
        _ record: Int, _ number: Int, _ value: [UInt8], _ inspector: inout TextInspector
    ) -> TextInspector.Verdict {
        switch (record, number) {
        // the versions of the records, formats, and the character set, which is an escape sequence
        case (1, 0), (1, 20), (1, 22), (1, 90), (1, 120), (1, 122), (2, 0):
            value.count <= maxBinaryCount ? .text : .noise
        case (1, 5), (1, 30...80), (1, 100), (2, 3...122), (2, 130...199), (2, 221...255): inspector.verdict(on: value)
        // rasterized captions, previews, and renditions of the image
        default: .noise
        }
    }

    /// The numbers of bytes of the first dataset's header of five bytes, which ends with the length, and of the dataset.
    ///
    /// In an extended dataset, the header ends with the number of bytes of the length, which follows.
    private static func byteCounts(ofFirst rest: ArraySlice<UInt8>) -> (header: Int, all: Int)? {
        let reader = ByteReader(rest)
        guard let length = reader.uint16(at: 3) else { return nil }
        guard length & 0x8000 != 0 else { return (5, 5 + length) }
        let lengthSize = length & 0x7FFF
        guard (1...4).contains(lengthSize), let extended = reader.integer(at: 5, byteCount: lengthSize) else {
            return nil
        }
        return (5 + lengthSize, 5 + lengthSize + extended)
    }
}
