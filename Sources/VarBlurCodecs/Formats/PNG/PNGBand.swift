internal import CImageCodecs
internal import VarBlur

/// A band of rows of an image, before and after compression.
@safe
final class PNGBand: @unchecked Sendable {
    /// The maximum number of rows.
    let capacity: Int
    private let rowBytes: Int
    /// The row above the band, followed by the rows of the band.
    private let memory: CheckedMemory
    private var hasRowAbove = false
    private(set) var count = 0
    /// Whether the image ends with this band.
    var isLast = false
    /// The filtered bytes of the original from the band's only row on, if kept rows follow.
    private var original: codec_bytes?
    /// The result of the last call of `compress`.
    private var status = CODEC_OK
    private var compressed = unsafe png_band()

    init(capacity: Int, rowBytes: Int) throws(ImageError) {
        memory = try ImageError.wrapping(CheckedMemory(count: capacity + 1, of: rowBytes, isZeroed: false))
        (self.capacity, self.rowBytes) = (capacity, rowBytes)
    }

    deinit { unsafe png_band_free(&compressed) }

    private func address(ofRow index: Int) -> UnsafeMutableRawPointer { unsafe memory.base + (index + 1) * rowBytes }

    /// Removes all rows and continues below another band, which may be this one, or at the top of the image.
    func start(below other: PNGBand?) {
        if let other {
            unsafe address(ofRow: -1).copyMemory(from: other.address(ofRow: other.count - 1), byteCount: rowBytes)
        }
        (count, isLast, hasRowAbove) = (0, false, other != nil)
    }

    func append(_ row: UnsafeRawBufferPointer) {
        precondition(count < capacity && row.count >= rowBytes, "the band is full or the row is too short")
        unsafe address(ofRow: count).copyMemory(
            from: row.baseAddress ?? UnsafeRawPointer(memory.base), byteCount: rowBytes)
        count += 1
    }

    /// Whether kept rows follow the band's only row, and the bytes in between are compressed with it.
    var isJoint: Bool { unsafe original != nil }

    /// Makes the band a joint.
    ///
    /// - Parameter bytes: the filtered bytes of the original from the band's only row on, valid until the band is compressed.
    func makeJoint(_ bytes: codec_bytes) { unsafe original = bytes }

    /// Compresses the rows.
    func compress(_ compressor: OpaquePointer) {
        unsafe png_band_free(&compressed)
        var rows = unsafe png_band_rows()
        unsafe rows.above = hasRowAbove ? UnsafePointer(address(ofRow: -1).assumingMemoryBound(to: UInt8.self)) : nil
        unsafe rows.first = UnsafePointer(address(ofRow: 0).assumingMemoryBound(to: UInt8.self))
        unsafe (rows.stride, rows.count, rows.is_last) = (rowBytes, count, isLast)
        if let original = unsafe original {
            status = unsafe png_band_compress_joint(compressor, &rows, original, &compressed)
        } else {
            status = unsafe png_band_compress(compressor, &rows, &compressed)
        }
    }

    /// Writes the compressed rows.
    func write(to cWriter: OpaquePointer) -> codec_status {
        status == CODEC_OK ? unsafe png_writer_add_band(cWriter, &compressed, isLast) : status
    }
}
