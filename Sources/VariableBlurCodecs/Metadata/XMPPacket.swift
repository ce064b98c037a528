/// An XMP packet that is edited in place.
enum XMPPacket {
    private static let orientation = Array("tiff:Orientation".utf8)
    private static let preview = Array("GImg:image".utf8)

    /// Whether the packet contains a thumbnail of the original image.
    static func hasPreview(_ packet: [UInt8]) -> Bool { firstIndex(of: preview, in: packet[...]) != nil }

    /// The packet with the orientation set to upright.
    static func upright(_ packet: [UInt8]) -> [UInt8] {
        var result = packet
        var rest = packet[...]
        while let start = firstIndex(of: orientation, in: rest) {
            // The value follows as an attribute (="6") or as an element (>6<).
            let valueStart = start + orientation.count
            let digit = result[valueStart...].prefix(8).firstIndex { (0x31...0x38).contains($0) }
            let isValue = digit.map { digit in
                result[valueStart..<digit].allSatisfy { " =\"'>\n\r\t".utf8.contains($0) }
            }
            if let digit, isValue == true { result[digit] = 0x31 }
            rest = packet[valueStart...]
        }
        return result
    }

    private static func firstIndex(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= word.count, let first = word.first else { return nil }
        var start = bytes.startIndex
        while let candidate = bytes[start...].firstIndex(of: first), candidate + word.count <= bytes.endIndex {
            if bytes[candidate..<candidate + word.count].elementsEqual(word) { return candidate }
            start = candidate + 1
        }
        return nil
    }
}
