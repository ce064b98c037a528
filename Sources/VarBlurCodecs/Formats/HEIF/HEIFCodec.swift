internal import CHEIFMessages
internal import VarBlur

extension ImageFormat {
    /// AVIF: still images that are compressed with AV1.
    public static let avif = ImageFormat("avif", name: "AVIF", fileExtensions: ["avif"])
    /// HEIC: still images that are compressed with HEVC, as phones write them; they are only read.
    public static let heic = ImageFormat("heic", name: "HEIC", fileExtensions: ["heic", "heif", "hif"])
}

/// AVIF and HEIC through libheif, in another process.
struct HEIFCodec: HelperCodec {
    let format: ImageFormat
    /// The brands of the files, except for those that files of other formats have too.
    // an array: a set would be another type, which takes time to create when the program starts
    private let brands: [String]

    private static let avifBrands = ["avif", "avis"]

    static let avif = HEIFCodec(format: .avif, brands: avifBrands)
    /// Files with a general brand only, which does not tell the compression, count as HEIC.
    static let heic = HEIFCodec(
        format: .heic, brands: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"])

    var capabilities: FormatCapabilities {
        FormatCapabilities(
            longestSide: 65_535, channels: [.rgb, .rgba], depths: [.eight, .sixteen],
            metadata: .profileAndPackets(holdsLight: true) { _, _ in true }, isWritten: format == .avif,
            wideBitCounts: AVIFEncoding.wideBitCounts, isLossy: true)
    }

    /// Both formats transform blocks of up to 64 pixels and filter their edges.
    ///
    /// A crop or a rotation may move the blocks.
    var blocks: CompressedBlocks { CompressedBlocks(width: 64, height: 64, reach: 64) }

    var gainMapFiles: (any GainMapFiles)? { format == .avif ? AVIFGainMapFiles() : nil }

    func recognizes(_ file: borrowing FileContents) -> Bool {
        let found = HEIFBoxes.brands(of: file)
        // AVIF files have the general brands, too
        return found.contains { brands.contains($0) }
            && (format == .avif || !found.contains { Self.avifBrands.contains($0) })
    }

    func auxiliaryImages(of file: FileContents, _ context: JobContext) throws(ImageError) -> [AuxiliaryImage] {
        HEIFItems(file).auxiliaryImages
    }

    /// The numbers of bytes per pixel are those of images with an alpha channel and colors of full resolution, rounded up: the
    /// decoder's planes, and libheif's copies of them.
    func decoderByteCount(_ header: ImageHeader) -> Int {
        header.pixelCount * (header.pixelFormat.depth == .sixteen ? 28 : format == .avif ? 15 : 11)
    }

    func encoding(of input: ImageHeader, as pixelFormat: PixelFormat, _ settings: OutputSettings) -> ImageEncoding {
        let (quality, speed) = (settings.chosenAVIFQuality, settings.avifSpeed)
        return ImageEncoding(
            .avif,
            AVIFEncoding(
                quality: quality ?? AVIFEncoding.defaultQuality, speed: speed ?? AVIFEncoding.defaultSpeed,
                wideBitCount: capabilities.wideBitCount(for: input.bitCount),
                hasFullColor: (settings.avifQuality ?? settings.quality ?? 0) >= OutputSettings.fullChromaQuality))
    }

    func writerByteCount(_ plan: EncodingPlan) -> Int { AVIFEncoding.byteCount(plan) }
}
