/// The location of a chunk in a WebP file: a type, the length of the contents, the contents, and a byte if the length is odd.
struct WebPChunk {
    let type: String
    /// The offset of the type.
    let start: Int
    /// The contents; they end with the file if they are incomplete.
    let contents: Range<Int>
    /// Whether the contents end where their length says.
    let isComplete: Bool
    /// The offset of the next chunk.
    let next: Int

    private static let headerCount = 8

    /// The chunk that begins at an offset.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - start: an offset before `end`.
    ///   - end: the end of the last chunk.
    /// - Throws: an error with the code `damaged` if the type or the length is incomplete.
    init(of file: FileContents, at start: Int, end: Int) throws(ImageError) {
        guard end - start >= Self.headerCount,
            let length = ByteReader(file, .littleEndian).uint32(at: start + 4)
        else { throw WebPStructure.truncated }
        type = String(decoding: file.bytes(start..<start + 4), as: UTF8.self)
        self.start = start
        let first = start + Self.headerCount
        isComplete = length <= end - first
        contents = first..<(isComplete ? first + length : end)
        next = min(contents.upperBound + length % 2, end)
    }
}

extension WebPChunk {
    static func number(_ number: Int, _ count: Int) -> [UInt8] {
        ByteOrder.littleEndian.bytes(of: number, count: count)
    }

    /// A chunk as it is written.
    static func bytes(of type: String, _ contents: [UInt8]) -> [UInt8] {
        Array(type.utf8) + number(contents.count, 4) + contents + (contents.count % 2 == 1 ? [0] : [])
    }

    /// What precedes the chunks of a file, with the number of bytes after the number.
    static func fileHeader(following count: Int) -> [UInt8] {
        Array("RIFF".utf8) + number(count, 4) + Array("WEBP".utf8)
    }

    /// The header of an extended file.
    static func extended(_ flags: WebPChunks.Flags, _ width: Int, _ height: Int) -> [UInt8] {
        bytes(of: "VP8X", number(flags.rawValue, 4) + number(width - 1, 3) + number(height - 1, 3))
    }
}
