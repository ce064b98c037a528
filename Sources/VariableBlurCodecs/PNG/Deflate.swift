internal import CImageCodecs

/// zlib compression for PNG chunks other than image data, and PNG's CRCs.
enum Deflate {
    /// The contents of a zlib stream.
    struct Decompressed {
        let bytes: [UInt8]
        /// The length of the stream, which other bytes may follow.
        let compressedCount: Int
    }

    /// Decompresses a zlib stream.
    ///
    /// The stream is measured before memory is allocated for its contents, so both decompress it.
    ///
    /// - Parameters:
    ///   - compressed: the stream.
    ///   - maxCount: the maximum number of decompressed bytes.
    ///   - budget: pays for the decompressed bytes.
    /// - Returns: the contents; `nil` if the stream is damaged or its contents are longer than `maxCount`.
    /// - Throws: an error with the code `overLimit`, `timeout` or `outOfMemory`.
    /// - Complexity: O(*n*) for *n* compressed and decompressed bytes.
    static func decompressed(
        _ compressed: ArraySlice<UInt8>, maxCount: Int = .max, _ budget: inout MetadataBudget
    ) throws(ImageError) -> Decompressed? {
        let limit = min(maxCount, budget.bytesLeft)
        let deadline = budget.deadline
        var size = deflate_size()
        let measured = unsafe compressed.withUnsafeBufferPointer {
            unsafe deflate_measure($0.codecBytes, limit, deadline.codecTime, &size)
        }
        if measured == CODEC_OVER_LIMIT && maxCount <= budget.bytesLeft { return nil }
        if measured == CODEC_OVER_LIMIT { throw budget.error }
        guard try isIntact(measured, deadline) else { return nil }
        try budget.reserve(size.decompressed)
        var status = CODEC_OK
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size.decompressed) { result, count in
            status = unsafe compressed.withUnsafeBufferPointer {
                unsafe deflate_decompress($0.codecBytes, deadline.codecTime, result.baseAddress, size.decompressed)
            }
            count = status == CODEC_OK ? size.decompressed : 0
        }
        guard try isIntact(status, deadline) else { return nil }
        return Decompressed(bytes: bytes, compressedCount: size.compressed)
    }

    /// Compresses bytes into a zlib stream.
    ///
    /// - Throws: an error with the code `timeout` or `outOfMemory`.
    static func compressed(_ bytes: [UInt8], deadline: Deadline?) throws(ImageError) -> [UInt8] {
        var result = unsafe codec_memory()
        let status = unsafe bytes.withUnsafeBufferPointer {
            unsafe deflate_compress($0.codecBytes, deadline.codecTime, &result)
        }
        guard try isIntact(status, deadline) else { throw ImageError(.fault, "a chunk cannot be compressed") }
        defer { unsafe deflate_free(result) }
        return unsafe [UInt8](UnsafeBufferPointer(start: result.start, count: result.count))
    }

    static func crc32(_ file: borrowing FileContents, _ range: Range<Int>) -> Int {
        unsafe Int(deflate_crc32(codec_bytes(start: file.address(of: range), count: range.count)))
    }

    private static func isIntact(_ status: codec_status, _ deadline: Deadline?) throws(ImageError) -> Bool {
        if status == CODEC_TIMEOUT, let deadline { throw deadline.error }
        if status == CODEC_OUT_OF_MEMORY { throw CodecStatus.outOfMemory }
        return status == CODEC_OK
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes in the form that the C codecs take.
    fileprivate var codecBytes: codec_bytes { unsafe codec_bytes(start: baseAddress, count: count) }
}

extension Deadline? {
    /// The deadline in the form that the C codecs take.
    var codecTime: Int64 { self?.nanoseconds ?? Int64.max }
}
