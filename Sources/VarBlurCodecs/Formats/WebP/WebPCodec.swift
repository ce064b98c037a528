internal import VarBlur

extension ImageFormat {
    /// WebP: still images, lossy or lossless.
    public static let webP = ImageFormat("webp", name: "WebP", fileExtensions: ["webp"])
}

/// WebP through libwebp, which holds the whole image in memory.
struct WebPCodec: ImageCodec {
    let format = ImageFormat.webP

    let capabilities = FormatCapabilities(
        longestSide: 16_383, channels: [.rgb, .rgba], depths: [.eight],
        metadata: .profileAndPackets())

    func recognizes(_ file: borrowing FileContents) -> Bool {
        file.starts(with: Array("RIFF".utf8)) && file.starts(with: Array("WEBP".utf8), at: 8)
    }

    func makeReader(of file: FileContents, _ context: JobContext) throws(ImageError) -> any RowReader {
        try WebPReader(file, context)
    }

    func digest(of file: FileContents, _ context: JobContext) throws(ImageError) -> String? {
        try WebPStructure(file, context).facts.metadata.digest
    }

    /// Chunks have an even number of bytes.
    func hasEnd(_ file: FileContents, _ context: JobContext) -> Bool {
        let count = ByteReader(file, .littleEndian).uint32(at: 4)
        return count.map { $0 + $0 % 2 + 8 == file.count } ?? false
    }

    func readerByteCount(_ header: ImageHeader) -> Int { header.decoderByteCount }

    func encoding(of input: ImageHeader, as pixelFormat: PixelFormat, _ settings: OutputSettings) -> ImageEncoding {
        .webP(settings.chosenWebPQuality ?? (input.isLossless ? .lossless : .default))
    }

    func chooseLoss(in settings: inout OutputSettings) {
        if settings.chosenWebPQuality == nil { settings.webPQuality = .default }
    }

    func makeWriter(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) -> any RowWriter {
        try WebPWriter(plan, digest: digest)
    }

    func writerByteCount(_ plan: EncodingPlan) -> Int { WebPWriter.byteCount(plan) }
}
