internal import CImageCodecs

/// zlib compression for PNG chunks other than image data, and PNG's CRCs.
enum Deflate {
    static func unpacked(_ packed: [UInt8], limit: Int) throws(ImageError) -> [UInt8] {
        try unsafe withResult("a compressed chunk is damaged") { result in
            unsafe packed.withUnsafeBufferPointer {
                unsafe deflate_unpack(codec_bytes(start: $0.baseAddress, count: $0.count), limit, &result)
            }
        }
    }

    static func packed(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        try unsafe withResult("a chunk cannot be compressed") { result in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe deflate_pack(codec_bytes(start: $0.baseAddress, count: $0.count), &result)
            }
        }
    }

    static func crc32(_ file: borrowing FileContents, _ range: Range<Int>) -> Int {
        unsafe Int(deflate_crc32(codec_bytes(start: file.address(of: range), count: range.count)))
    }

    private static func withResult(
        _ complaint: String, _ body: (inout codec_memory) -> codec_status
    ) throws(ImageError) -> [UInt8] {
        var result = unsafe codec_memory()
        let status = unsafe body(&result)
        guard status == CODEC_OK else {
            throw status == CODEC_OUT_OF_MEMORY ? CodecStatus.outOfMemory : ImageError(.damaged, complaint)
        }
        defer { unsafe deflate_free(result) }
        return unsafe [UInt8](UnsafeBufferPointer(start: result.start, count: result.count))
    }
}
