/// An XMP packet that is changed in place.
enum XMPPacket {
    private static let orientation = Array("tiff:Orientation".utf8)
    private static let preview = Array("GImg:image".utf8)

    /// Whether the packet holds a preview of the picture as it was.
    static func hasPreview(_ packet: [UInt8]) -> Bool { place(of: preview, in: packet[...]) != nil }

    /// The packet for a picture that is stored upright.
    static func upright(_ packet: [UInt8]) -> [UInt8] {
        var result = packet
        var rest = packet[...]
        while let start = place(of: orientation, in: rest) {
            // ="6", or >6<
            let value = start + orientation.count
            let digit = result[value...].prefix(8).firstIndex { (0x31...0x38).contains($0) }
            let isBetween = digit.map { digit in
                result[value..<digit].allSatisfy { " =\"'>\n\r\t".utf8.contains($0) }
            }
            if let digit, isBetween == true { result[digit] = 0x31 }
            rest = packet[value...]
        }
        return result
    }

    private static func place(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= word.count, let first = word.first else { return nil }
        var start = bytes.startIndex
        while let candidate = bytes[start...].firstIndex(of: first), candidate + word.count <= bytes.endIndex {
            if bytes[candidate..<candidate + word.count].elementsEqual(word) { return candidate }
            start = candidate + 1
        }
        return nil
    }
}
