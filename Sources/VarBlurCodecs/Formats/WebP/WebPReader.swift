internal import CImageCodecs
internal import VarBlur

/// Reads the image of a WebP file.
///
/// libwebp decodes rows in order into memory for the whole image, so the first rows can be read before the last are decoded.
@safe
final class WebPReader: RowReader {
    let header: ImageHeader
    private let file: FileContents
    private let cReader: OpaquePointer
    private var errors: CodecErrors
    private(set) var lacksPixels = false

    /// The decoder has no warnings.
    let warning = ""

    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        let structure = try WebPStructure(file, context)
        try context.limits.check(width: structure.bitstream.width, height: structure.bitstream.height)
        header = try Self.header(structure, of: file, context)
        try context.limits.check(memory: file.count + header.decoderByteCount)
        let info = webp_image_info(
            width: UInt32(header.width), height: UInt32(header.height), has_alpha: structure.hasAlpha)
        let chunks = unsafe file.codecBytes(structure.imageChunks)
        guard let cReader = unsafe webp_reader_open(chunks, info, context.deadline.codecTime) else {
            throw CodecStatus.outOfMemory
        }
        unsafe self.cReader = cReader
        self.file = file
        errors = CodecErrors(.webP, context, damage: structure.damage)
    }

    deinit { unsafe webp_reader_close(cReader) }

    private static func header(
        _ structure: WebPStructure, of file: FileContents, _ context: JobContext
    ) throws(ImageError) -> ImageHeader {
        let bitstream = structure.bitstream
        var header = ImageHeader(
            format: .webP, width: bitstream.width, height: bitstream.height,
            pixelFormat: PixelFormat(structure.hasAlpha ? .rgba : .rgb))
        header.take(structure.facts)
        header.isLossless = bitstream.isLossless
        // macroblocks
        if !bitstream.isLossless { header.blocks = CompressedBlocks(width: 16, height: 16) }
        header.encoding = bitstream.isLossless ? .webP(.lossless) : nil
        header.holdsWholeImage = true
        header.decoderByteCount = try structure.decoderByteCount(of: file, deadline: context.deadline)
        return header
    }

    func separateBlocks() { unsafe webp_reader_separate_blocks(cReader) }

    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        let bytes = unsafe row.bindMemory(to: UInt8.self).baseAddress
        guard try unsafe noteDamage(webp_reader_next_row(cReader, bytes)) else { return }
        lacksPixels = true
        unsafe header.pixelFormat.fillMissing(row)
    }

    func finish() throws(ImageError) { _ = try unsafe noteDamage(webp_reader_finish(cReader)) }

    var damage: String? { errors.damage }

    private func noteDamage(_ status: codec_status) throws(ImageError) -> Bool {
        try unsafe errors.noteDamage(status, webp_reader_message(cReader))
    }
}
