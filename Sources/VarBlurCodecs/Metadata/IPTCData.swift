/// IPTC-IIM data: a sequence of datasets, which JPEG files store as a Photoshop image resource.
///
/// Sources: IPTC-IIM 4.1; Adobe Photoshop File Formats Specification, "Image Resource Blocks".
enum IPTCData {
    /// The prefix of a JPEG segment of image resources.
    static let segmentPrefix = Array("Photoshop 3.0\0".utf8)

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
        var bytes = resourceSignature + resourceID + emptyName
        bytes.reserveCapacity(bytes.count + 4 + datasets.count + datasets.count % 2)
        bytes += ByteOrder.bigEndian.bytes(of: datasets.count, count: 4)
        bytes += datasets
        if datasets.count % 2 == 1 { bytes.append(0) }
        return bytes
    }

    /// The maximum number of bytes of a value that is no text.
    private static let maxBinaryCount = 16

    /// The known datasets of strings and numbers; all others are omitted, including previews.
    ///
    /// A dataset that is not repeatable is kept once. Datasets can be as short as five bytes, so nothing is stored for each.
    ///
    /// - Parameters:
    ///   - datasets: the data of the input.
    ///   - maxCount: the number of bytes that the output can store; the longest datasets are left out if there are more.
    ///   - deadline: the end of the allowed time.
    /// - Returns: the data, and whether something was lost.
    /// - Throws: an error with the code `timeout` after the deadline.
    /// - Complexity: O(*n*), with memory for one copy.
    static func rebuilt(
        _ datasets: [UInt8], maxCount: Int = .max, deadline: Deadline? = nil
    ) throws(ImageError) -> CheckedMetadata {
        var (filter, offset) = (TextFilter(), 0)
        var kept: [UInt8] = []
        var keptNumbers: Set<[UInt8]> = []
        while let dataset = IPTCDataset(in: datasets, at: offset) {
            try deadline?.check()
            offset = dataset.all.upperBound
            let number = [dataset.record, dataset.number]
            let isRepeated = keptNumbers.contains(number)
            guard let content = dataset.content, !isRepeated || (dataset.isRepeatable && !dataset.value.isEmpty) else {
                continue
            }
            let isAccepted =
                switch content {
                case .binary: dataset.value.count <= maxBinaryCount
                case .text: filter.accepts(datasets[dataset.value].withoutTrailingZeros)
                }
            guard isAccepted else { continue }
            keptNumbers.insert(number)
            kept += datasets[dataset.all]
        }
        guard datasets[offset...].allSatisfy({ $0 == 0 }) else { return CheckedMetadata(nil, (.invalid, true)) }
        let excess = kept.count - maxCount
        if excess > 0 { kept = withoutLongest(kept, excess: excess) }
        return CheckedMetadata(
            kept.isEmpty ? nil : kept, (.refusedText, filter.hasRefused), (.tooLong, excess > 0))
    }

    /// The datasets without the longest ones, because there are some bytes too many.
    private static func withoutLongest(_ datasets: [UInt8], excess: Int) -> [UInt8] {
        var ranges: [Range<Int>] = []
        while let dataset = IPTCDataset(in: datasets, at: ranges.last?.upperBound ?? 0) { ranges.append(dataset.all) }
        let removed = CheckedMetadata.longest(of: ranges.map(\.count), excess: excess)
        return ranges.indices.filter { !removed.contains($0) }.flatMap { datasets[ranges[$0]] }
    }
}
