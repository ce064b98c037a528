public import VarBlur

/// The size, pixel format, and metadata of an image file.
public struct ImageHeader: Sendable, Hashable {
    /// The file's format.
    public let format: ImageFormat
    /// The number of pixels in a stored row.
    public let width: Int
    /// The number of stored rows.
    public let height: Int
    /// The format of decoded pixels: palettes, transparent colors, and samples of fewer than 8 bits are expanded.
    public internal(set) var pixelFormat: PixelFormat
    /// The number of bits of a sample in the file, if decoded samples have more; `nil` if they have as many.
    var storedBitCount: Int?
    /// The orientation of the rows as they are decoded.
    public internal(set) var orientation = ImageOrientation.up
    /// How the decoder has turned the rows of the file; `nil` if it leaves that to readers of metadata.
    var decoderTurn: ImageOrientation?
    /// The color profile.
    public internal(set) var profile: ICCProfile?
    /// The metadata other than the color profile.
    public internal(set) var metadata = ImageMetadata()
    /// The encoding with which an output of the same format has the quality of this file; `nil` if the format has no quality.
    public internal(set) var encoding: ImageEncoding?
    /// Whether the file stores every sample exactly.
    public internal(set) var isLossless = true
    /// The blocks of pixels that the file stores together.
    var blocks = CompressedBlocks.pixels
    /// Whether the decoder needs memory for the whole image, as for interlaced and progressive files.
    public internal(set) var holdsWholeImage = false
    /// An upper bound on the memory of the decoder in bytes, if it depends on more than this header.
    var decoderByteCount = 0
    /// The number of bytes of metadata that were read from the file, after decompression.
    var metadataByteCount = 0
    /// The gain map; `nil` if there is none with valid parameters, or if it was not read.
    var gainMap: GainMap?
    /// Whether there is a gain map, with valid parameters if it was read.
    var hasGainMap = false
    /// Whether the file has further images of an animation or a sequence, which are not read.
    var isAnimated = false
    /// Whether the file has content credentials (C2PA), which say how it was made.
    var hasContentCredentials = false
    /// What the images are for that lie over the picture, each once.
    var auxiliaryImages: [AuxiliaryImage.Kind] = []
    /// Notices about metadata or structure that do not affect pixels: one sentence each, without a period.
    public internal(set) var notices: [String] = []

    init(format: ImageFormat, width: Int, height: Int, pixelFormat: PixelFormat) {
        self.format = format
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
    }

    /// The orientation of the rows as the file stores them.
    var storedOrientation: ImageOrientation { decoderTurn?.followed(by: orientation) ?? orientation }

    /// The width in pixels after the orientation is applied.
    public var uprightWidth: Int { orientation.swapsAxes ? height : width }

    /// The height in pixels after the orientation is applied.
    public var uprightHeight: Int { orientation.swapsAxes ? width : height }

    /// The header of the same image, which is turned further after its orientation has been applied.
    func turned(_ turn: ImageOrientation) -> ImageHeader {
        if turn == .up { return self }
        var header = self
        header.orientation = orientation.followed(by: turn)
        return header
    }

    var pixelCount: Int { width * height }

    /// The number of bits of a sample in the file.
    var bitCount: Int { storedBitCount ?? pixelFormat.depth.rawValue }

    /// The contents of a PNG chunk that describes colors.
    func colorChunk(_ type: String) -> [UInt8]? { metadata.colorChunks.first { $0.type == type }?.contents }

    /// The notice for the user about an animation that is used as an image with a name; `nil` for a still image.
    package func notice(ofAnimated name: String) -> String? {
        isAnimated ? "the \(name) is animated; only one of its images is read" : nil
    }

    /// The notice for the user about a decoder's warning.
    static func notice(ofWarning warning: String) -> String { "the decoder warns: \(warning)" }
}

extension ImageHeader {
    /// Takes over what the file says beside its pixels.
    mutating func take(_ facts: FileFacts) {
        (orientation, profile, metadata) = (facts.orientation, facts.profile, facts.metadata)
        (notices, hasContentCredentials, isAnimated) = (facts.notices, facts.hasContentCredentials, facts.isAnimated)
        metadataByteCount = facts.budget.byteCount
    }
}
