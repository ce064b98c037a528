/// Drives the fast engine over an image in memory.
struct FastBlur {
    let blur: ProgressiveBlur
    let set: InstructionSet

    /// Blurs the region of `source` into `destination`, an image of the region's size that may be the same memory.
    func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels
    ) throws(BlurError) {
        let layout = unsafe source.layout
        let frame = CanonicalFrame(layout, direction: blur.direction)
        let target = unsafe CanonicalFrame(destination.layout, direction: blur.direction)
        let (rows, columns) = CanonicalFrame.extent(of: region, in: layout, direction: blur.direction)
        let bytesPerPixel = layout.format.bytesPerPixel
        let engine = try FastEngine(
            blur, rowCount: frame.rowCount, columnCount: frame.columnCount, format: layout.format,
            set: set)
        let rowBytes = frame.columnCount * bytesPerPixel
        let result = try CheckedMemory(count: 1, of: rowBytes)
        let codes = unsafe result.base.assumingMemoryBound(to: UInt8.self)
        let turned = try unsafe blur.direction.isVertical ? nil : TurnedImage(source, frame)
        for row in rows {
            let isBlurred = unsafe engine.makeRow(
                row,
                from: { index in
                    if let turned { return unsafe turned.row(index) }
                    return unsafe (source.base + frame.byteOffset(row: index, column: 0)).assumingMemoryBound(
                        to: UInt8.self)
                }, into: codes)
            let targetRow = row - rows.lowerBound
            if isBlurred {
                let wanted = unsafe UnsafeRawPointer(codes) + columns.lowerBound * bytesPerPixel
                unsafe target.put(wanted, count: columns.count, bytesPerPixel, targetRow, in: destination)
            } else {
                unsafe frame.copy(row, columns, from: source, to: target, targetRow, in: destination)
            }
        }
    }
}

/// A copy of an image whose columns are rows.
@safe
final class TurnedImage {
    private let memory: CheckedMemory
    private let rowBytes: Int

    init(_ source: UnsafePixels, _ frame: CanonicalFrame) throws(BlurError) {
        let bytesPerPixel = unsafe source.layout.format.bytesPerPixel
        rowBytes = frame.columnCount * bytesPerPixel
        memory = try CheckedMemory(count: frame.rowCount, of: rowBytes)
        let block = 64
        for first in stride(from: 0, to: frame.columnCount, by: block) {
            for row in 0..<frame.rowCount {
                for column in first..<min(first + block, frame.columnCount) {
                    let from = unsafe source.base + frame.byteOffset(row: row, column: column)
                    let to = unsafe memory.base + row * rowBytes + column * bytesPerPixel
                    unsafe to.copyMemory(from: from, byteCount: bytesPerPixel)
                }
            }
        }
    }

    func row(_ index: Int) -> UnsafePointer<UInt8> {
        unsafe UnsafePointer((memory.base + index * rowBytes).assumingMemoryBound(to: UInt8.self))
    }
}

extension CanonicalFrame {
    /// Writes pixels that lie side by side to the beginning of a row of the turned image.
    func put(
        _ pixels: UnsafeRawPointer, count: Int, _ bytesPerPixel: Int, _ row: Int, in image: UnsafeMutablePixels
    ) {
        let start = unsafe image.base + byteOffset(row: row, column: 0)
        if isContiguous(bytesPerPixel) {
            return unsafe start.copyMemory(from: pixels, byteCount: count * bytesPerPixel)
        }
        for column in 0..<count {
            let to = unsafe image.base + byteOffset(row: row, column: column)
            unsafe to.copyMemory(from: pixels + column * bytesPerPixel, byteCount: bytesPerPixel)
        }
    }

    /// Whether the pixels of a row lie side by side.
    func isContiguous(_ bytesPerPixel: Int) -> Bool {
        byteOffset(row: 0, column: 1) - byteOffset(row: 0, column: 0) == bytesPerPixel
    }
}
