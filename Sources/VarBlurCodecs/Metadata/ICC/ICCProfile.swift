internal import VarBlur

/// An ICC color profile (ICC.1).
///
/// The profile is copied byte for byte from the input to the output, and an image is blurred in the color space of its profile, except that
/// ``OutputSettings/convertsToSRGB`` applies it, and linear light (``BlurSettings/light``) uses its curves.
///
/// PNG files store the profile compressed in an iCCP chunk, JPEG files in one or more APP2 segments, WebP files in an ICCP chunk, HEIC and
/// AVIF files in a `colr` box, and JPEG XL files in their codestream.
public struct ICCProfile: Sendable, Hashable {
    /// The profile, unchanged.
    public let bytes: [UInt8]
    /// The zlib stream in which a PNG file stores the profile; `nil` for a profile of another origin.
    let stream: [UInt8]?

    /// Creates a profile without validating it.
    ///
    /// - Parameter bytes: the profile from its header on.
    public init(bytes: [UInt8]) { self.init(bytes: bytes, stream: nil) }

    /// Creates a profile that has been decompressed from a zlib stream.
    init(bytes: [UInt8], stream: [UInt8]?) {
        (self.bytes, self.stream) = (bytes, stream)
    }

    /// Compares the bytes.
    public static func == (left: ICCProfile, right: ICCProfile) -> Bool { left.bytes == right.bytes }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The signature of the color space of pixels, such as `RGB ` or `GRAY` (ICC.1, section 7.2); `nil` if it is none.
    private var space: String? {
        guard hasValidHeader, bytes[16..<20].allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        return String(decoding: bytes[16..<20], as: UTF8.self)
    }

    /// Whether the profile describes RGB pixels.
    var isRGB: Bool { space == "RGB " }

    /// Whether the profile describes a device, whose colors it converts to the coordinates X, Y, and Z.
    var connectsXYZ: Bool {
        hasValidHeader && bytes[20..<24].elementsEqual("XYZ ".utf8)
            && ["scnr", "mntr", "prtr", "spac"].contains { bytes[12..<16].elementsEqual($0.utf8) }
    }

    /// Whether the profile describes pixels with some channels.
    ///
    /// Gray pixels count as RGB pixels of three equal values. Without a valid signature, any pixels may be meant.
    func fits(_ channels: ChannelLayout) -> Bool {
        guard let space else { return true }
        if channels == .cmyk { return space == "CMYK" }
        return isRGB || channels.isGray && space == "GRAY"
    }

    /// The kind of the profile in messages, such as `gray color profile`.
    var name: String {
        switch space {
        case "GRAY": "gray color profile"
        case "RGB ": "RGB color profile"
        case "CMYK": "CMYK color profile"
        default: "color profile"
        }
    }

    /// The size of the header.
    private static let headerCount = 128

    /// Whether the header has the signature of a profile, and a size that does not exceed the bytes (ICC.1, section 7.2).
    ///
    /// Otherwise the bytes may be anything, and no reader would use them.
    var hasValidHeader: Bool {
        guard bytes.count >= Self.headerCount, let size = ByteReader(bytes).uint32(at: 0) else { return false }
        return size >= Self.headerCount && size <= bytes.count && bytes[36..<40].elementsEqual("acsp".utf8)
    }
}

extension ChannelLayout {
    /// The kind of colors in messages, such as `gray`.
    var colorName: String { self == .cmyk ? "CMYK" : isGray ? "gray" : "color" }
}
