/// An image turned so that its blurred edge is on top.
///
/// The engine then knows one direction only, and the four directions are mirrors and transposes of each other to
/// the last bit.
struct CanonicalFrame {
    /// The rows of the turned image; the radius depends on these.
    let rowCount: Int
    /// The pixels in a row of the turned image.
    let columnCount: Int

    private let origin: Int
    /// The distance in bytes from a pixel to the one below it in the turned image.
    let rowStep: Int
    /// The distance in bytes from a pixel to the one on its right in the turned image.
    let columnStep: Int

    init(_ layout: PixelLayout, direction: BlurDirection) {
        let isVertical = direction.isVertical
        let (down, along) = (layout.bytesPerRow, layout.format.bytesPerPixel)
        rowCount = isVertical ? layout.height : layout.width
        columnCount = isVertical ? layout.width : layout.height
        let isReversed = direction == .bottom || direction == .right
        let step = isVertical ? down : along
        origin = isReversed ? (rowCount - 1) * step : 0
        rowStep = isReversed ? -step : step
        columnStep = isVertical ? along : down
    }

    /// The offset in bytes of a pixel of the turned image.
    func byteOffset(row: Int, column: Int) -> Int { origin + row * rowStep + column * columnStep }

    /// The rows and columns of the turned image that a region of the image covers.
    static func extent(
        of region: PixelRegion, in layout: PixelLayout, direction: BlurDirection
    ) -> (rows: Range<Int>, columns: Range<Int>) {
        let (x, y) = (region.x..<region.x + region.width, region.y..<region.y + region.height)
        return switch direction {
        case .top: (y, x)
        case .bottom: (layout.height - y.upperBound..<layout.height - y.lowerBound, x)
        case .left: (x, y)
        case .right: (layout.width - x.upperBound..<layout.width - x.lowerBound, y)
        }
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
