extension WebPStructure {
    /// The low bits of the first byte of an alpha channel if it is stored like a lossless image.
    private static let compressedAlpha: UInt8 = 1
    /// The memory of the lossy decoder for each column of pixels: the rows of a few macroblocks, and their parameters.
    private static let lossyBytesPerColumn = 96
    /// The rows of samples that the lossless decoder keeps, in addition to the whole image.
    private static let losslessRowCount = 20
    /// The parts of the decoders that do not depend on the image.
    private static let fixedByteCount = 1 << 17

    /// An upper bound on the memory of the decoder, in bytes: that of the decoded image, and of each part in its working form.
    ///
    /// - Throws: an error with the code `timeout`.
    func decoderByteCount(of file: FileContents, deadline: Deadline?) throws(ImageError) -> Int {
        let pixelCount = bitstream.width * bitstream.height
        let result = pixelCount * (hasAlpha ? 4 : 3) + Self.fixedByteCount
        guard !bitstream.isLossless else {
            let contents = imageContents.dropFirst(WebPBitstream.losslessHeaderCount)
            return result + (try losslessByteCount(contents, of: file, deadline))
        }
        let lossy = result + bitstream.width * Self.lossyBytesPerColumn
        guard let alpha = alphaContents, let first = alpha.first else { return lossy }
        guard file[first] & 3 == Self.compressedAlpha else { return lossy + pixelCount }
        return lossy + pixelCount + (try losslessByteCount(alpha.dropFirst(), of: file, deadline))
    }

    private func losslessByteCount(
        _ range: Range<Int>, of file: FileContents, _ deadline: Deadline?
    ) throws(ImageError) -> Int {
        let (width, height) = (bitstream.width, bitstream.height)
        let memory = try WebPLosslessMemory(range, of: file, size: (width, height), deadline: deadline)
        return 4 * width * (height + Self.losslessRowCount) + memory.byteCount
    }
}
