/// The location of a chunk in a PNG file.
struct PNGChunkRange {
    let type: String
    /// The whole chunk: length, type, contents and CRC.
    let all: Range<Int>

    var contents: Range<Int> { all.lowerBound + 8..<all.upperBound - 4 }
    var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? false }

    /// The chunk that begins at an offset.
    ///
    /// - Throws: ``ImageError`` with the code `damaged` if the chunk is incomplete, or if its type does not consist of letters.
    init(of file: FileContents, at start: Int) throws(ImageError) {
        let maxLength = file.count - start - 12
        guard maxLength >= 0, let length = ByteReader(file).uint32(at: start), length <= maxLength else {
            throw ImageError(
                .damaged, "the PNG file is truncated", remedy: ImageError.fetchAgain)
        }
        let type = file.bytes(start + 4..<start + 8)
        guard type.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
            throw ImageError(
                .damaged, "the PNG file has a chunk with an invalid type", remedy: ImageError.fetchAgain)
        }
        self.type = String(decoding: type, as: UTF8.self)
        all = start..<start + 12 + length
    }

    /// Whether the CRC of the chunk is correct, or would be if the chunk had another type.
    func hasValidCRC(in file: FileContents, as type: String? = nil) -> Bool {
        let type = Array((type ?? self.type).utf8)
        return Deflate.crc32(type, before: contents, of: file) == ByteReader(file).uint32(at: contents.upperBound)
    }
}
