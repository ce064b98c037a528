internal import CHEIFMessages
internal import VarBlur

/// A format whose files another process reads and writes: HEIF, or JPEG XL.
protocol HelperCodec: ImageCodec {
    /// The blocks of pixels that a lossy file stores together.
    var blocks: CompressedBlocks { get }

    /// An upper bound on the memory of the decoder in bytes, without a fixed part.
    func decoderByteCount(_ header: ImageHeader) -> Int
}

/// The settings of an encoder in another process.
protocol HelperEncoding: EncodingSettings {
    /// Adds the settings to the task of writing a file.
    func describe(_ task: inout heif_task)
}

extension HelperCodec {
    func makeReader(of file: FileContents, _ context: JobContext) throws(ImageError) -> any RowReader {
        try HEIFReader(file, self, context)
    }

    func digest(of file: FileContents, _ context: JobContext) -> String? { HEIFBoxes.digest(in: file) }

    func readerByteCount(_ header: ImageHeader) -> Int { header.decoderByteCount }

    func makeWriter(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) -> any RowWriter {
        try HEIFWriter(plan, self, digest: digest)
    }
}

extension EncodingPlan {
    /// The number of pixels that an encoder holds, which rounds both sides up to its blocks.
    var paddedPixelCount: Int { (width + 63) / 64 * 64 * ((height + 63) / 64 * 64) }
}
