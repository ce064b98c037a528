internal import VarBlur

extension ImageFormat {
    /// JPEG XL: still images, lossy or lossless.
    public static let jxl = ImageFormat("jxl", name: "JPEG XL", fileExtensions: ["jxl"])
}

/// JPEG XL through libjxl, in another process, which also reads HEIF files.
struct JXLCodec: HelperCodec {
    let format = ImageFormat.jxl

    let capabilities = FormatCapabilities(
        longestSide: 65_535, channels: [.gray, .grayAlpha, .rgb, .rgba], depths: [.eight, .sixteen],
        metadata: .profileAndPackets { JXLEncoding.holds(primaries: $0, transfer: $1) })

    /// The greatest transform; filters and the smoothing of the lowest frequencies reach into the next block.
    let blocks = CompressedBlocks(width: 256, height: 256, reach: 64)

    private static let container: [UInt8] = [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A]

    /// A container, or a codestream without one.
    func recognizes(_ file: borrowing FileContents) -> Bool {
        file.starts(with: Self.container) || file.starts(with: [0xFF, 0x0A])
    }

    /// The numbers of bytes per sample are those that the memory limit must leave for any kind of compression, rounded up.
    ///
    /// Gray is held as colors, too.
    func decoderByteCount(_ header: ImageHeader) -> Int {
        header.pixelCount * (header.pixelFormat.channels.count + 1) * (header.pixelFormat.depth == .sixteen ? 17 : 14)
    }

    func encoding(of input: ImageHeader, as pixelFormat: PixelFormat, _ settings: OutputSettings) -> ImageEncoding {
        let quality = input.isLossless ? JXLEncoding.lossless : JXLEncoding.defaultQuality
        return .jxl(quality: settings.chosenJXLQuality ?? quality, effort: settings.jxlEffort)
    }

    func chooseLoss(in settings: inout OutputSettings) {
        if settings.chosenJXLQuality == nil { settings.jxlQuality = JXLEncoding.defaultQuality }
    }

    func writerByteCount(_ plan: EncodingPlan) -> Int { JXLEncoding.byteCount(plan) }
}
