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

    /// The datasets without previews and other renditions of the image; `nil` if the data is invalid.
    static func withoutPreviews(_ datasets: [UInt8]) -> [UInt8]? {
        var (kept, rest): ([UInt8], ArraySlice<UInt8>) = ([], datasets[...])
        while rest.first == tagMarker {
            guard let count = byteCount(ofFirst: rest), count <= rest.count else { return nil }
            let (record, number) = (rest[rest.startIndex + 1], rest[rest.startIndex + 2])
            let isPreview = (7...9).contains(record) || (record == 2 && (200...202).contains(number))
            if !isPreview { kept += rest.prefix(count) }
            rest = rest.dropFirst(count)
        }
        return rest.allSatisfy { $0 == 0 } ? kept : nil
    }

    /// The number of bytes of the first dataset: its header of five bytes, which ends with the length, and its contents.
    ///
    /// In an extended dataset, the header ends with the number of bytes of the length, which follows.
    private static func byteCount(ofFirst rest: ArraySlice<UInt8>) -> Int? {
        let reader = ByteReader(rest)
        guard let length = reader.uint16(at: 3) else { return nil }
        guard length & 0x8000 != 0 else { return 5 + length }
        let lengthSize = length & 0x7FFF
        guard (1...4).contains(lengthSize), let extended = reader.integer(at: 5, byteCount: lengthSize) else {
            return nil
        }
        return 5 + lengthSize + extended
    }
}
