/// The unmodified image that tiles read.
///
/// If the blur works in place, it is a copy of the rows that are read while others are written.
@safe
final class FieldSource: @unchecked Sendable {
    let format: PixelFormat
    let width: Int
    let height: Int
    private let pixels: UnsafePixels
    private let zeros: CheckedMemory
    /// A copy of some rows.
    private var copy: RowBuffer?

    init(_ pixels: UnsafePixels) throws(BlurError) {
        unsafe self.pixels = pixels
        (format, width, height) = unsafe (pixels.layout.format, pixels.layout.width, pixels.layout.height)
        zeros = try CheckedMemory(count: 1, of: width * format.bytesPerPixel)
    }

    /// The memory in use, in bytes.
    var byteCount: Int { zeros.byteCount + (copy.map { $0.rows.count * $0.rowBytes } ?? 0) }

    /// Copies some rows, so that their originals may be overwritten.
    func keep(_ rows: Range<Int>) throws(BlurError) {
        guard !rows.isEmpty else { return }
        let copy = try RowBuffer(rows, rowBytes: width * format.bytesPerPixel)
        for row in rows { unsafe copy.mutableRow(row).update(from: original(row), count: copy.rowBytes) }
        self.copy = copy
    }

    /// The first byte of a row; beyond the image, that of the nearest row, or of a row of zeros.
    func row(_ index: Int, isClamped: Bool) -> UnsafePointer<UInt8> {
        if !isClamped && (index < 0 || index >= height) {
            return unsafe UnsafePointer(zeros.base.assumingMemoryBound(to: UInt8.self))
        }
        let index = min(max(index, 0), height - 1)
        if let copy, copy.rows.contains(index) { return unsafe copy.row(index) }
        return unsafe original(index)
    }

    private func original(_ row: Int) -> UnsafePointer<UInt8> {
        unsafe (pixels.base + pixels.layout.byteOffset(x: 0, y: row)).assumingMemoryBound(to: UInt8.self)
    }
}
