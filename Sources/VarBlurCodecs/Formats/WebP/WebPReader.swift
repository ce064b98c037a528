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
    private let allowsDamage: Bool
    private let deadline: Deadline?
    /// The damage of the file, if damage is allowed; `nil` if there is none so far.
    private(set) var damage: String?

    /// The decoder has no warnings.
    let warning = ""

    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        let structure = try WebPStructure(file, context)
        try context.limits.check(width: structure.bitstream.width, height: structure.bitstream.height)
        header = try Self.header(structure, of: file, context)
        try context.limits.check(memory: file.count + header.decoderByteCount)
        let range = structure.imageChunks
        let chunks = unsafe codec_bytes(start: file.address(of: range), count: range.count)
        let info = webp_image_info(
            width: UInt32(header.width), height: UInt32(header.height), has_alpha: structure.hasAlpha)
        guard let cReader = unsafe webp_reader_open(chunks, info, context.deadline.codecTime) else {
            throw CodecStatus.outOfMemory
        }
        unsafe self.cReader = cReader
        self.file = file
        (allowsDamage, deadline, damage) = (context.limits.allowsDamage, context.deadline, structure.damage)
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
        let status = unsafe webp_reader_next_row(cReader, row.bindMemory(to: UInt8.self).baseAddress)
        guard allowsDamage, status == CODEC_DAMAGED else { return try check(status) }
        noteDamage()
        unsafe header.pixelFormat.fillMissing(row)
    }

    private func noteDamage() { if damage == nil { damage = unsafe String(cString: webp_reader_message(cReader)) } }

    func finish() throws(ImageError) {
        let status = unsafe webp_reader_finish(cReader)
        if allowsDamage && status == CODEC_DAMAGED { noteDamage() } else { try check(status) }
    }

    private func check(_ status: codec_status) throws(ImageError) {
        if status == CODEC_TIMEOUT, let deadline { throw deadline.error }
        guard status == CODEC_OK else {
            throw unsafe CodecStatus.error(status, webp_reader_message(cReader), in: .webP, isInPixels: true)
        }
    }
}
