/// The order in which the engine on rows reads pixels: row by row, or column by column if the radius varies between columns.
///
/// In this order, the radius always depends on the row. A transposed image therefore gives the transposed result, bit for bit.
struct RowOrder {
    /// Whether the rows in this order are the columns of the image.
    let isTransposed: Bool
    /// The number of rows in this order.
    let rowCount: Int
    /// The number of pixels in a row in this order.
    let columnCount: Int

    /// The distance in bytes from a pixel to the one below it in this order.
    let rowStep: Int
    /// The distance in bytes from a pixel to the one on its right in this order.
    let columnStep: Int

    init(_ layout: PixelLayout, isTransposed: Bool) {
        self.isTransposed = isTransposed
        let (down, right) = (layout.bytesPerRow, layout.format.bytesPerPixel)
        (rowCount, columnCount) = isTransposed ? (layout.width, layout.height) : (layout.height, layout.width)
        (rowStep, columnStep) = isTransposed ? (right, down) : (down, right)
    }

    /// The offset in bytes of a pixel.
    func byteOffset(row: Int, column: Int) -> Int { row * rowStep + column * columnStep }

    /// The rows and columns in this order that a region of the image covers.
    static func extent(of region: PixelRegion, isTransposed: Bool) -> (rows: Range<Int>, columns: Range<Int>) {
        let (x, y) = (region.x..<region.x + region.width, region.y..<region.y + region.height)
        return isTransposed ? (x, y) : (y, x)
    }
}

extension RowOrder {
    /// Copies pixels of some rows, byte for byte, to rows in another order, from its first column on; the two images may share
    /// memory.
    func copy(
        _ rows: Range<Int>, _ columns: Range<Int>, from source: UnsafePixels,
        to target: RowOrder, _ firstTargetRow: Int, in destination: UnsafeMutablePixels
    ) {
        let byteCount = unsafe (isTransposed ? rows.count : columns.count) * source.layout.format.bytesPerPixel
        // adjacent pixels: of a row, or of a column of a transposed image
        for index in isTransposed ? columns.indices : rows.indices {
            let (row, column) = isTransposed ? (rows.lowerBound, index) : (index, columns.lowerBound)
            let targetOffset = target.byteOffset(
                row: firstTargetRow + row - rows.lowerBound, column: column - columns.lowerBound)
            let from = unsafe source.base + byteOffset(row: row, column: column)
            let to = unsafe destination.base + targetOffset
            if unsafe UnsafeRawPointer(to) != from { unsafe to.copyMemory(from: from, byteCount: byteCount) }
        }
    }
}
