internal import CImageCodecs
internal import VarBlur

extension ImageFormat {
    /// Portable Network Graphics.
    public static let png = ImageFormat("png", name: "PNG", fileExtensions: ["png"])
}

/// PNG through libpng and ISA-L, compressed on several threads, with a route that keeps compressed rows.
struct PNGCodec: ImageCodec {
    let format = ImageFormat.png

    let capabilities = FormatCapabilities(
        longestSide: 0x7FFF_FFFF, channels: [.gray, .grayAlpha, .rgb, .rgba], depths: [.eight, .sixteen],
        metadata: .unlimited)

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    func recognizes(_ file: borrowing FileContents) -> Bool { file.starts(with: Self.signature) }

    func makeReader(of file: FileContents, _ context: JobContext) throws(ImageError) -> any RowReader {
        try PNGRowReader(file, context)
    }

    func digest(of file: FileContents, _ context: JobContext) throws(ImageError) -> String? {
        try PNGStructure(file, context).facts.metadata.digest
    }

    func hasEnd(_ file: FileContents, _ context: JobContext) -> Bool {
        let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
        return file.count >= end.count && file.starts(with: end, at: file.count - end.count)
    }

    /// Interlaced files are decoded as a whole.
    func readerByteCount(_ header: ImageHeader) -> Int {
        let rowBytes = header.width * header.pixelFormat.bytesPerPixel
        return header.holdsWholeImage ? header.height * rowBytes : png_reader_rows_size(rowBytes)
    }

    func encoding(of input: ImageHeader, as pixelFormat: PixelFormat, _ settings: OutputSettings) -> ImageEncoding {
        .png(compression: settings.pngCompression)
    }

    func makeWriter(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) -> any RowWriter {
        try PNGRowWriter(plan, digest: digest)
    }

    func writerByteCount(_ plan: EncodingPlan) -> Int { PNGRowWriter.byteCount(plan) }
}
