internal import CBlurKernels

/// Copies of some rows of an image, for an engine to read while the image itself changes or lies otherwise.
@safe
final class RowCopies: @unchecked Sendable {
    private let memory: CheckedMemory
    private let rows: Range<Int>
    let rowBytes: Int

    private init(_ rows: Range<Int>, rowBytes: Int) throws(BlurError) {
        memory = try CheckedMemory(count: rows.count, of: rowBytes)
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

    /// Those of some rows that are not among `exceptions`; `nil` if there are none.
    static func neighbours(
        _ rows: Range<Int>, of source: UnsafePixels, _ frame: CanonicalFrame, exceptions: Range<Int>
    ) throws(BlurError) -> RowCopies? {
        guard rows.clamped(to: exceptions) != rows else { return nil }
        let copies = try RowCopies(rows, rowBytes: frame.columnCount * (unsafe source.layout.format.bytesPerPixel))
        for row in rows where !exceptions.contains(row) {
            let from = unsafe source.base + frame.byteOffset(row: row, column: 0)
            unsafe UnsafeMutableRawPointer(copies.start(of: row)).copyMemory(from: from, byteCount: copies.rowBytes)
        }
        return copies
    }

    /// Room for some rows, to be filled and handed on.
    static func room(rows: Int, rowBytes: Int) throws(BlurError) -> RowCopies {
        try RowCopies(0..<rows, rowBytes: rowBytes)
    }

    /// The first byte of a row, to write.
    func mutableRow(_ index: Int) -> UnsafeMutablePointer<UInt8> { unsafe start(of: index) }

    /// The first byte of a row.
    func row(_ index: Int) -> UnsafePointer<UInt8> { unsafe UnsafePointer(start(of: index)) }

    private func start(of row: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe (memory.base + (row - rows.lowerBound) * rowBytes).assumingMemoryBound(to: UInt8.self)
    }
}
