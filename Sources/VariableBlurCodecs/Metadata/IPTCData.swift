/// IPTC data: datasets, one after the other, which JPEG files keep among the resources of a well-known program.
enum IPTCData {
    /// What a segment with resources begins with.
    static let segmentPrefix = Array("Photoshop 3.0\0".utf8)

    /// What every dataset begins with.
    static let datasetMark: UInt8 = 0x1C

    private static let resourceSignature = Array("8BIM".utf8)
    private static let resourceNumber = [0x04, 0x04] as [UInt8]

    /// The datasets among resources, if there are any.
    ///
    /// Other resources are of use to the program alone, and some show the picture as it was.
    static func datasets(inResources bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes[...]
        while rest.count >= 12, rest.starts(with: resourceSignature) {
            let number = rest.dropFirst(4).prefix(2)
            // a name behind its length, filled up to an even number of bytes
            let nameCount = Int(rest[rest.startIndex + 6])
            rest = rest.dropFirst(6 + (nameCount + 2) / 2 * 2)
            guard rest.count >= 4 else { return nil }
            let count = bigEndian(rest.prefix(4))
            rest = rest.dropFirst(4)
            guard count <= rest.count else { return nil }
            if number.elementsEqual(resourceNumber) { return Array(rest.prefix(count)) }
            rest = rest.dropFirst(count + count % 2)
        }
        return nil
    }

    /// The contents of a JPEG segment for datasets.
    static func segment(_ datasets: [UInt8]) -> [UInt8] { segmentPrefix + resource(datasets) }

    /// Datasets as the only resource.
    static func resource(_ datasets: [UInt8]) -> [UInt8] {
        let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: datasets.count >> $0) }
        let padding = [UInt8](repeating: 0, count: datasets.count % 2)
        return resourceSignature + resourceNumber + [0, 0] + count + datasets + padding
    }

    /// The datasets without those that hold a preview or another form of the picture; `nil` if they cannot be followed.
    static func withoutPictures(_ datasets: [UInt8]) -> [UInt8]? {
        var (kept, rest): ([UInt8], ArraySlice<UInt8>) = ([], datasets[...])
        while rest.first == datasetMark {
            guard let count = byteCount(ofFirst: rest), count <= rest.count else { return nil }
            let (record, number) = (rest[rest.startIndex + 1], rest[rest.startIndex + 2])
            let isPicture = (7...9).contains(record) || (record == 2 && (200...202).contains(number))
            if !isPicture { kept += rest.prefix(count) }
            rest = rest.dropFirst(count)
        }
        return rest.allSatisfy { $0 == 0 } ? kept : nil
    }

    /// A dataset's head of five bytes, of which the last two are its length, or say how many bytes follow that are; and that
    /// length.
    private static func byteCount(ofFirst rest: ArraySlice<UInt8>) -> Int? {
        guard rest.count >= 5 else { return nil }
        let count = bigEndian(rest.dropFirst(3).prefix(2))
        guard count & 0x8000 != 0 else { return 5 + count }
        let lengthCount = count & 0x7FFF
        guard (1...4).contains(lengthCount), rest.count >= 5 + lengthCount else { return nil }
        return 5 + lengthCount + bigEndian(rest.dropFirst(5).prefix(lengthCount))
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
