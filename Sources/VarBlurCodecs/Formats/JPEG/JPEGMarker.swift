/// The second bytes of JPEG markers (ITU-T T.81, table B.1).
enum JPEGMarker {
    /// SOF0 to SOF15; the range also contains DHT, JPG, and DAC.
    static let frames: ClosedRange<UInt8> = 0xC0...0xCF
    static let dht: UInt8 = 0xC4
    static let jpg: UInt8 = 0xC8
    static let dac: UInt8 = 0xCC
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1
    static let app2: UInt8 = 0xE2
    static let app11: UInt8 = 0xEB
    static let app13: UInt8 = 0xED
    static let comment: UInt8 = 0xFE

    /// Whether the scanner treats a marker as the start of a segment; also true for EOI, which has no length.
    static func hasSegment(_ marker: UInt8) -> Bool {
        // 00 and FF are not markers; 01 (TEM) and D0 to D8 (RSTn and SOI) have no segment.
        marker > 0x01 && marker < 0xFF && !(0xD0...0xD8).contains(marker)
    }

    /// Whether a segment contains metadata, which decoders of pixels skip: APP0 to APP15, and comments.
    static func isMetadata(_ marker: UInt8) -> Bool { (0xE0...0xEF).contains(marker) || marker == comment }

    /// Whether a frame is progressive.
    static func isProgressive(_ marker: UInt8) -> Bool { marker == 0xC2 || marker == 0xCA }

    /// Whether a frame is lossless and not differential.
    static func isLossless(_ marker: UInt8) -> Bool { marker == 0xC3 || marker == 0xCB }

    /// Whether a frame is of a supported kind: nondifferential sequential or progressive, Huffman- or arithmetic-coded.
    static func isSupported(_ marker: UInt8) -> Bool { [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) }
}
