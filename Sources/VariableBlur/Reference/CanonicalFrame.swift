/// An image turned, if need be, so that the radius depends on the row.
///
/// Ramps from left and right are then ramps from top and bottom: a transposed image gives the transposed result to the
/// last bit.
struct CanonicalFrame {
    /// Whether the image's columns are the rows.
    let isTurned: Bool
    /// The rows of the turned image.
    let rowCount: Int
    /// The pixels in a row of the turned image.
    let columnCount: Int

    /// The distance in bytes from a pixel to the one below it in the turned image.
    let rowStep: Int
    /// The distance in bytes from a pixel to the one on its right in the turned image.
    let columnStep: Int

    init(_ layout: PixelLayout, isTurned: Bool) {
        self.isTurned = isTurned
        let (down, along) = (layout.bytesPerRow, layout.format.bytesPerPixel)
        (rowCount, columnCount) = isTurned ? (layout.width, layout.height) : (layout.height, layout.width)
        (rowStep, columnStep) = isTurned ? (along, down) : (down, along)
    }

    /// The offset in bytes of a pixel of the turned image.
    func byteOffset(row: Int, column: Int) -> Int { row * rowStep + column * columnStep }

    /// The rows and columns of the turned image that a region of the image covers.
    static func extent(of region: PixelRegion, isTurned: Bool) -> (rows: Range<Int>, columns: Range<Int>) {
        let (x, y) = (region.x..<region.x + region.width, region.y..<region.y + region.height)
        return isTurned ? (x, y) : (y, x)
    }
}

extension CanonicalFrame {
    /// Copies pixels of one row of a turned image, byte for byte, to a row of another; both may be the same memory.
    func copy(
        _ row: Int, _ columns: Range<Int>, from source: UnsafePixels,
        to target: CanonicalFrame, _ targetRow: Int, in destination: UnsafeMutablePixels
    ) {
        let bytesPerPixel = unsafe source.layout.format.bytesPerPixel
        let from = unsafe source.base + byteOffset(row: row, column: columns.lowerBound)
        let to = unsafe destination.base + target.byteOffset(row: targetRow, column: 0)
        guard unsafe UnsafeRawPointer(to) != from else { return }
        if columnStep == bytesPerPixel {
            return unsafe to.copyMemory(from: from, byteCount: columns.count * bytesPerPixel)
        }
        for column in 0..<columns.count {
            unsafe (to + column * target.columnStep).copyMemory(
                from: from + column * columnStep, byteCount: bytesPerPixel)
        }
    }
}
