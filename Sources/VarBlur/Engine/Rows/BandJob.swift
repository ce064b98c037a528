internal import CBlurKernels

/// The state of a blur that all bands of an image share: the rows to compute, and the memory of both images.
@safe
final class BandJob: @unchecked Sendable {
    let task: RowTask
    /// The rows and columns, in the order of the engine, that are written.
    let rows: Range<Int>
    let columns: Range<Int>
    /// The rows among them that are blurred; the others are copied.
    let blurred: [Range<Int>]
    let source: UnsafePixels
    let sourceOrder: RowOrder
    let destination: UnsafeMutablePixels
    let destinationOrder: RowOrder
    /// Whether to end early, with only some of the rows written; `nil` if the job runs to its end.
    let isInterrupted: (@Sendable () -> Bool)?

    init(
        _ task: RowTask, isTransposed: Bool, _ source: UnsafePixels, _ region: PixelRegion,
        into destination: UnsafeMutablePixels, blurringOnly lines: [Range<Int>]? = nil,
        isInterrupted: (@Sendable () -> Bool)? = nil
    ) {
        (self.task, self.isInterrupted) = (task, isInterrupted)
        (rows, columns) = RowOrder.extent(of: region, isTransposed: isTransposed)
        let blurred = task.blurred(in: rows)
        self.blurred = lines.map { lines in blurred.flatMap { lines.clamped(to: $0) } } ?? blurred
        unsafe self.source = source
        unsafe self.destination = destination
        sourceOrder = unsafe RowOrder(source.layout, isTransposed: isTransposed)
        destinationOrder = unsafe RowOrder(destination.layout, isTransposed: isTransposed)
    }

    /// Whether both images share their memory, so that writing a row overwrites the source.
    var isInPlace: Bool { unsafe source.overlaps(destination) }
    var format: PixelFormat { task.format }
    var rowBytes: Int { sourceOrder.columnCount * format.bytesPerPixel }

    /// The first byte of a row of the source.
    ///
    /// The row's pixels are adjacent unless the image is transposed.
    func sourceRow(_ row: Int) -> UnsafePointer<UInt8> {
        unsafe (source.base + sourceOrder.byteOffset(row: row, column: 0)).assumingMemoryBound(to: UInt8.self)
    }

    /// The number of rows of a transposed image that are copied at once, so that their cache lines stay cached.
    static let blockSize = 64

    /// The inner loops that transpose pixels.
    private var loops: InnerLoops { task.instructionSet.innerLoops(format.depth) }

    /// Copies rows of the source, with adjacent pixels, to the addresses that `target` returns.
    func read(_ rows: Range<Int>, into target: (Int) -> UnsafeMutablePointer<UInt8>) {
        guard sourceOrder.isTransposed else {
            for row in rows { unsafe target(row).update(from: sourceRow(row), count: rowBytes) }
            return
        }
        var first = rows.lowerBound
        while first < rows.upperBound {
            let start = unsafe target(first)
            // rows that are adjacent in memory
            var end = first + 1
            while unsafe end < rows.upperBound && target(end) == start + (end - first) * rowBytes { end += 1 }
            unsafe loops.functions.pointee.transpose_pixels(
                start, rowBytes, sourceRow(first), sourceOrder.columnStep, format.bytesPerPixel,
                sourceOrder.columnCount,
                end - first)
            first = end
        }
    }

    /// Asks the processor to load pixels of the source that will be read soon.
    func prefetch(_ rows: Range<Int>, _ columns: Range<Int>) {
        let first = unsafe sourceRow(rows.lowerBound)
        for column in columns {
            unsafe blur_prefetch(first + column * sourceOrder.columnStep, rows.count * format.bytesPerPixel)
        }
    }

    /// Writes computed rows of a transposed image, all columns of which are in a buffer.
    func writeTransposed(_ computed: Range<Int>, from buffer: RowBuffer) {
        unsafe loops.functions.pointee.transpose_pixels(
            destinationPixel(row: computed.lowerBound), destinationOrder.columnStep,
            buffer.row(0) + columns.lowerBound * format.bytesPerPixel, buffer.rowBytes, format.bytesPerPixel,
            computed.count, columns.count)
    }

    /// The first byte of a pixel of the destination; `row` and `column` are counted in the source's rows and written columns.
    func destinationPixel(row: Int, column: Int = 0) -> UnsafeMutablePointer<UInt8> {
        let offset = destinationOrder.byteOffset(row: row - rows.lowerBound, column: column)
        return unsafe (destination.base + offset).assumingMemoryBound(to: UInt8.self)
    }

    /// Copies unblurred rows.
    func copy(_ unblurred: Range<Int>) {
        unsafe sourceOrder.copy(
            unblurred, columns, from: source, to: destinationOrder, unblurred.lowerBound - rows.lowerBound,
            in: destination)
    }
}

extension UnsafePixels {
    /// Whether the two images overlap in memory.
    package func overlaps(_ other: UnsafeMutablePixels) -> Bool {
        let (start, otherStart) = unsafe (UInt(bitPattern: base), UInt(bitPattern: other.base))
        return unsafe start < otherStart + UInt(other.layout.byteCount) && otherStart < start + UInt(layout.byteCount)
    }
}
