/// An ancillary chunk of a PNG file: metadata that no other format stores in the same form.
struct PNGChunk: Sendable, Hashable {
    /// The four letters of its type.
    let type: String
    let contents: [UInt8]

    /// Whether the contents of a gAMA chunk are 1/2.2, which approximates sRGB.
    var isGammaOfSRGB: Bool { contents == [0, 0, 0xB1, 0x8F] }
}
