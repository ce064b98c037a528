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
    /// The stream is measured before memory is allocated for its contents; long ones are therefore decompressed twice.
    ///
    /// - Parameters:
    ///   - compressed: the stream.
    ///   - maxCount: the maximum number of decompressed bytes.
    ///   - budget: has paid for the stream, and pays for what its contents are longer.
    /// - Returns: the contents; `nil` if the stream is damaged or its contents are longer than `maxCount`.
    /// - Throws: an error with the code `overLimit`, `timeout` or `outOfMemory`.
    /// - Complexity: O(*n*) for *n* compressed and decompressed bytes.
    static func decompressed(
        _ compressed: ArraySlice<UInt8>, maxCount: Int = .max, _ budget: inout MetadataBudget
    ) throws(ImageError) -> Decompressed? {
        let affordable = budget.bytesLeft + compressed.count
        let limit = min(maxCount, affordable)
        let deadline = budget.deadline
        var size = deflate_size()
        var measured = CODEC_OK
        let beginning = unsafe [UInt8](unsafeUninitializedCapacity: Int(DEFLATE_BEGINNING)) { start, count in
            measured = unsafe compressed.withUnsafeBufferPointer {
                unsafe deflate_measure($0.codecBytes, limit, deadline.codecTime, start.baseAddress, &size)
            }
            count = min(size.decompressed, Int(DEFLATE_BEGINNING))
        }
        if measured == CODEC_OVER_LIMIT && maxCount <= affordable { return nil }
        if measured == CODEC_OVER_LIMIT { throw budget.error }
        guard try isIntact(measured, deadline) else { return nil }
        try budget.reserve(max(size.decompressed - compressed.count, 0))
        let isComplete = beginning.count == size.decompressed
        let bytes = isComplete ? beginning : try decompressed(compressed, count: size.decompressed, deadline)
        return bytes.map { Decompressed(bytes: $0, compressedCount: size.compressed) }
    }

    /// Decompresses a stream of a known length; `nil` if it is damaged.
    private static func decompressed(
        _ compressed: ArraySlice<UInt8>, count: Int, _ deadline: Deadline?
    ) throws(ImageError) -> [UInt8]? {
        var status = CODEC_OK
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { result, initializedCount in
            status = unsafe compressed.withUnsafeBufferPointer {
                unsafe deflate_decompress($0.codecBytes, deadline.codecTime, result.baseAddress, count)
            }
            initializedCount = status == CODEC_OK ? count : 0
        }
        return try isIntact(status, deadline) ? bytes : nil
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

    static func crc32(_ bytes: [UInt8]) -> Int {
        unsafe bytes.withUnsafeBufferPointer { unsafe Int(deflate_crc32(0, $0.codecBytes)) }
    }

    /// The CRC-32 of bytes that are followed by a part of a file.
    static func crc32(_ bytes: [UInt8], before range: Range<Int>, of file: FileContents) -> Int {
        unsafe Int(deflate_crc32(UInt32(crc32(bytes)), file.codecBytes(range)))
    }

    private static func isIntact(_ status: codec_status, _ deadline: Deadline?) throws(ImageError) -> Bool {
        if status == CODEC_TIMEOUT, let deadline { throw deadline.error }
        if status == CODEC_OUT_OF_MEMORY { throw CodecStatus.outOfMemory }
        return status == CODEC_OK
    }
}
