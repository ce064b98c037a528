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
        guard let parts = try parts(of: datasets, deadline) else { return CheckedMetadata(bytes: nil, loss: .invalid) }
        var inspection = IPTCInspection()
        var texts: [Part] = []
        for part in parts {
            try deadline?.check()
            let isText = inspection.accepts(part.record, part.number, Array(datasets[part.contents]))
            if isText { texts.append(part) }
        }
        var kept: [UInt8] = []
        for part in texts where inspection.keeps(part.record, part.number) { kept += datasets[part.all] }
        return CheckedMetadata(
            bytes: kept.isEmpty ? nil : kept, loss: inspection.hasPossibleImage ? .possiblePreview : nil)
    }

    /// A dataset.
    private struct Part {
        let record: UInt8
        let number: UInt8
        let all: Range<Int>
        let contents: Range<Int>
    }

    /// The positions of all datasets; `nil` if the data is invalid.
    private static func parts(of datasets: [UInt8], _ deadline: Deadline?) throws(ImageError) -> [Part]? {
        var (parts, rest): ([Part], ArraySlice<UInt8>) = ([], datasets[...])
        while rest.first == tagMarker {
            guard let (headerCount, count) = byteCounts(ofFirst: rest), count <= rest.count else { return nil }
            let start = rest.startIndex
            parts.append(
                Part(
                    record: rest[start + 1], number: rest[start + 2], all: start..<start + count,
                    contents: start + headerCount..<start + count))
            rest = rest.dropFirst(count)
            if parts.count % 1024 == 0 { try deadline?.check() }
        }
        return rest.allSatisfy { $0 == 0 } ? parts : nil
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
