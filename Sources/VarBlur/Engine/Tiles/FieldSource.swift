/// The unmodified image that tiles read.
///
/// If the blur works in place, it is a copy of the pixels that are read while others are written.
@safe
final class FieldSource: @unchecked Sendable {
    let format: PixelFormat
    let width: Int
    let height: Int
    private let pixels: UnsafePixels
    private let zeros: CheckedMemory
    private var copy: CellCopy?

    init(_ pixels: UnsafePixels) throws(BlurError) {
        unsafe self.pixels = pixels
        (format, width, height) = unsafe (pixels.layout.format, pixels.layout.width, pixels.layout.height)
        zeros = try CheckedMemory(count: 1, of: width * format.bytesPerPixel)
    }

    /// The memory in use, in bytes.
    var byteCount: Int { zeros.byteCount + (copy?.byteCount ?? 0) }

    /// Copies the cells that will be read by ``pixels(row:columns:)``, so that their originals may be overwritten.
    func keep(_ cells: CellSet) throws(BlurError) {
        guard !cells.isEmpty else { return }
        copy = try CellCopy(self, cells)
    }

    /// The first byte of a row of the image itself; beyond the image, that of the nearest row, or of a row of zeros.
    func row(_ index: Int, isClamped: Bool) -> UnsafePointer<UInt8> {
        if !isClamped && (index < 0 || index >= height) {
            return unsafe UnsafePointer(zeros.base.assumingMemoryBound(to: UInt8.self))
        }
        let row = min(max(index, 0), height - 1)
        return unsafe (pixels.base + pixels.layout.byteOffset(x: 0, y: row)).assumingMemoryBound(to: UInt8.self)
    }

    /// The first byte of adjacent pixels of a row of the unmodified image.
    func pixels(row: Int, columns: Range<Int>) -> UnsafePointer<UInt8> {
        if let copy { return unsafe copy.pixels(row: row, columns: columns) }
        return unsafe self.row(row, isClamped: true) + columns.lowerBound * format.bytesPerPixel
    }
}
