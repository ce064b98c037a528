internal import CBlurKernels

/// The rows that one thread computes.
@safe
final class FastBand: @unchecked Sendable {
    private let rows: Range<Int>
    private let firstRow: Int
    private let columns: Range<Int>
    private let frame: CanonicalFrame
    private let target: CanonicalFrame
    private let source: UnsafePixels
    private let destination: UnsafeMutablePixels
    private let turned: RowCopies?
    private let engine: FastEngine
    /// Finished rows that wait to be written, as many as are worth a walk through the image.
    private let finished: RowCopies
    private let batch: Int
    /// Copies of the rows beyond the band, which other threads may be overwriting.
    private let neighbours: RowCopies?

    /// Prepares a band; nothing is written yet.
    init(
        _ driver: FastBlur, _ rows: Range<Int>, firstRow: Int, columns: Range<Int>, frame: CanonicalFrame,
        turned: RowCopies?, from source: UnsafePixels, into destination: UnsafeMutablePixels
    ) throws(BlurError) {
        (self.rows, self.firstRow, self.columns, self.frame, self.turned) = (rows, firstRow, columns, frame, turned)
        unsafe self.source = source
        unsafe self.destination = destination
        target = unsafe CanonicalFrame(destination.layout, direction: driver.blur.direction)
        let format = unsafe source.layout.format
        engine = try FastEngine(
            driver.blur, rows: rows, rowCount: frame.rowCount, columnCount: frame.columnCount, format: format,
            set: driver.execution.instructionSet)
        batch = turned == nil ? 1 : 32
        finished = try RowCopies.room(rows: batch, rowBytes: frame.columnCount * format.bytesPerPixel)
        let isShared = unsafe turned == nil && source.overlaps(destination)
        neighbours =
            try unsafe isShared
            ? RowCopies.neighbours(engine.sourceRows, of: source, frame, exceptions: rows) : nil
    }

    /// Computes the band's rows.
    func run() {
        for first in stride(from: rows.lowerBound, to: rows.upperBound, by: batch) {
            let part = first..<min(first + batch, rows.upperBound)
            var blurredCount = 0
            for row in part {
                guard unsafe engine.makeRow(row, from: start, into: finished.mutableRow(row - first)) else { break }
                blurredCount += 1
            }
            write(first..<first + blurredCount)
            // once a row is clear, all that follow are
            for row in part.dropFirst(blurredCount) {
                unsafe frame.copy(row, columns, from: source, to: target, row - firstRow, in: destination)
            }
        }
    }

    /// Writes finished rows; of turned images, side by side.
    private func write(_ blurred: Range<Int>) {
        let bytesPerPixel = unsafe source.layout.format.bytesPerPixel
        let base = unsafe destination.base.assumingMemoryBound(to: UInt8.self)
        let targetRow = blurred.lowerBound - firstRow
        if turned == nil {
            for row in 0..<blurred.count {
                let from = unsafe UnsafeRawPointer(finished.row(row)) + columns.lowerBound * bytesPerPixel
                let to = unsafe UnsafeMutableRawPointer(base) + target.byteOffset(row: targetRow + row, column: 0)
                unsafe to.copyMemory(from: from, byteCount: columns.count * bytesPerPixel)
            }
            return
        }
        for column in 0..<columns.count {
            let to = unsafe base + target.byteOffset(row: targetRow, column: column)
            let from = unsafe finished.row(0) + (columns.lowerBound + column) * bytesPerPixel
            unsafe blur_copy_pixels(to, target.rowStep, from, finished.rowBytes, bytesPerPixel, blurred.count)
        }
    }

    /// The first byte of a row of the image as it was.
    private func start(of row: Int) -> UnsafePointer<UInt8> {
        if let turned { return unsafe turned.row(row) }
        if let neighbours, !rows.contains(row) { return unsafe neighbours.row(row) }
        return unsafe (source.base + frame.byteOffset(row: row, column: 0)).assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafePixels {
    /// Whether any byte belongs to both images.
    fileprivate func overlaps(_ other: UnsafeMutablePixels) -> Bool {
        let (start, otherStart) = unsafe (UInt(bitPattern: base), UInt(bitPattern: other.base))
        return unsafe start < otherStart + UInt(other.layout.byteCount) && otherStart < start + UInt(layout.byteCount)
    }
}
