internal import CImageCodecs
internal import LibC

/// Some rows of a picture, and what they have been compressed to.
@safe
final class PNGBand: @unchecked Sendable {
    /// The most rows.
    let capacity: Int
    private let rowBytes: Int
    /// The row above the first, and the rows.
    private let memory: UnsafeMutableRawPointer
    private var hasRowAbove = false
    private(set) var count = 0
    /// Whether the picture ends with it.
    var isLast = false
    /// What `pack` came to.
    private var status = CODEC_OK
    private var packed = unsafe png_band()

    init(capacity: Int, rowBytes: Int) throws(ImageError) {
        guard let memory = unsafe malloc((capacity + 1) * rowBytes) else { throw CodecStatus.outOfMemory }
        unsafe self.memory = memory
        (self.capacity, self.rowBytes) = (capacity, rowBytes)
    }

    deinit {
        unsafe png_band_free(&packed)
        unsafe free(memory)
    }

    private func place(_ row: Int) -> UnsafeMutableRawPointer { unsafe memory + (row + 1) * rowBytes }

    /// Begins anew, below another band, which may be itself, or at the top.
    func start(below other: PNGBand?) {
        if let other { unsafe place(-1).copyMemory(from: other.place(other.count - 1), byteCount: rowBytes) }
        (count, isLast, hasRowAbove) = (0, false, other != nil)
    }

    func append(_ row: UnsafeRawBufferPointer) {
        precondition(count < capacity && row.count >= rowBytes, "there is no room for the row")
        unsafe place(count).copyMemory(from: row.baseAddress ?? UnsafeRawPointer(memory), byteCount: rowBytes)
        count += 1
    }

    /// Compresses the rows.
    func pack(_ packer: OpaquePointer) {
        unsafe png_band_free(&packed)
        var rows = unsafe png_band_rows()
        unsafe rows.above = hasRowAbove ? UnsafePointer(place(-1).assumingMemoryBound(to: UInt8.self)) : nil
        unsafe rows.first = UnsafePointer(place(0).assumingMemoryBound(to: UInt8.self))
        unsafe (rows.stride, rows.count, rows.is_last) = (rowBytes, count, isLast)
        status = unsafe png_packer_pack(packer, &rows, &packed)
    }

    /// Writes what it has been compressed to.
    func write(to session: OpaquePointer) -> codec_status {
        status == CODEC_OK ? unsafe png_writer_add_band(session, &packed, isLast) : status
    }
}
