internal import VarBlur

/// Encodes rows of pixels into an image file.
///
/// The file is complete when ``finish()`` has returned.
public struct ImageEncoder: ~Copyable {
    private let plan: EncodingPlan
    private let writer: any RowWriter
    private let sink: any ByteSink
    private var rowsLeft: Int
    private var isFinished = false

    /// Starts a file with a writer, which has checked the plan.
    init(_ plan: EncodingPlan, _ writer: any RowWriter, to sink: any ByteSink) {
        self.plan = plan
        self.writer = writer
        self.sink = sink
        rowsLeft = plan.height
    }

    /// Encodes the next row, from the top.
    ///
    /// - Parameter row: at least `plan.width × plan.pixelFormat.bytesPerPixel` bytes. Traps if there are fewer bytes, or
    ///   after the last row.
    /// - Throws: an error with the code `outOfMemory`, or an error of the sink.
    public mutating func writeRow(_ row: RawSpan) throws(ImageError) {
        trapUnless(rowsLeft > 0, "the image has only \(plan.height) rows")
        let count = plan.width * plan.pixelFormat.bytesPerPixel
        trapUnless(row.byteCount >= count, "\(row.byteCount) bytes do not hold a row of \(count)")
        try unsafe row.withUnsafeBytes { (row) throws(ImageError) in try unsafe writer.writeRow(row) }
        rowsLeft -= 1
        try writer.forwardIfLarge(to: sink)
    }

    /// Completes the file, after the last row; the sink has then received all of it.
    ///
    /// Traps if rows are missing, or if it is called again.
    ///
    /// - Throws: an error with the code `outOfMemory`, or an error of the sink.
    public mutating func finish() throws(ImageError) {
        trapUnless(rowsLeft == 0, "\(rowsLeft) rows are missing")
        trapUnless(!isFinished, "the file is complete already")
        isFinished = true
        try writer.finish()
        try writer.forwardAll(to: sink)
    }
}
