internal import CBlurKernels

/// Copies of some rows of an image, for an engine to read while the image itself changes or lies otherwise.
@safe
final class RowCopies: @unchecked Sendable {
    private let memory: CheckedMemory
    private let rows: Range<Int>
    let rowBytes: Int

    private init(_ rows: Range<Int>, rowBytes: Int) throws(BlurError) {
        memory = try CheckedMemory(count: rows.count, of: rowBytes, isZeroed: false)
        (self.rows, self.rowBytes) = (rows, rowBytes)
    }

    /// The rows of an image whose columns are its rows.
    static func turned(_ source: UnsafePixels, _ frame: CanonicalFrame) throws(BlurError) -> RowCopies {
        let bytesPerPixel = unsafe source.layout.format.bytesPerPixel
        let copies = try RowCopies(0..<frame.rowCount, rowBytes: frame.columnCount * bytesPerPixel)
        // blocks of columns, so that the lines of memory that are read stay at hand
        let block = 32
        let base = unsafe source.base.assumingMemoryBound(to: UInt8.self)
        for first in stride(from: 0, to: frame.columnCount, by: block) {
            let count = min(block, frame.columnCount - first)
            for row in 0..<frame.rowCount {
                let to = unsafe copies.start(of: row) + first * bytesPerPixel
                let from = unsafe base + frame.byteOffset(row: row, column: first)
                unsafe blur_copy_pixels(to, bytesPerPixel, from, frame.columnStep, bytesPerPixel, count)
            }
        }
        return copies
    }

    /// Room for some rows, to be filled and handed on.
    static func room(_ rows: Range<Int>, rowBytes: Int) throws(BlurError) -> RowCopies {
        try RowCopies(rows, rowBytes: rowBytes)
    }

    /// Copies the rows.
    func fill(from source: (Int) -> UnsafePointer<UInt8>) {
        for row in rows { unsafe start(of: row).update(from: source(row), count: rowBytes) }
    }

    /// The first byte of a row, to write.
    func mutableRow(_ index: Int) -> UnsafeMutablePointer<UInt8> { unsafe start(of: index) }

    /// The first byte of a row.
    func row(_ index: Int) -> UnsafePointer<UInt8> { unsafe UnsafePointer(start(of: index)) }

    private func start(of row: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe (memory.base + (row - rows.lowerBound) * rowBytes).assumingMemoryBound(to: UInt8.self)
    }
}
