/// Blurs an image row by row, as a decoder yields its rows and an encoder wants them, without ever holding the image.
///
/// Rows go in from the top, and rows of the result come out from the top as soon as all that they are made of is there:
///
/// ```swift
/// let rows = try RowBlur(blur, width: width, height: height, format: .init(.rgb))
/// for _ in 0..<height {
///     while rows.needsRow { try decoder.readRow(into: &row); rows.append(row) }
///     rows.takeRow(into: &result)
///     try encoder.writeRow(result)
/// }
/// ```
///
/// The bytes are those of ``ProgressiveBlur/blurred(_:region:sampling:engine:execution:)`` on the whole image. The memory is
/// proportional to the width times the radius: at most 8 MB for 4000 pixels of RGB and a radius of 64. With
/// ``EdgeMode/wrap`` the last rows are needed for the first, so that all of them are held, at the size of the levels that are used.
///
/// One thread at a time may use it.
public final class RowBlur {
    /// How a row lies in memory: its width and format; rows are handed over without padding.
    public let rowLayout: PixelLayout
    /// The number of rows of the image.
    public let rowCount: Int
    /// The number of rows that have been appended.
    public private(set) var appendedRowCount = 0
    /// The number of rows that have been taken; also the index of the next.
    public private(set) var takenRowCount = 0

    private let blurred: Range<Int>
    private var engine: FastEngine?
    private let recent: RowRing
    /// The latest batch of blurred rows, and how far it goes.
    private let finished: RowCopies
    private var finishedRows = 0..<0

    /// Prepares for an image.
    ///
    /// - Parameters:
    ///   - blur: the blur; its direction has to be top or bottom, anything else traps.
    ///   - width: pixels in a row, at least 1.
    ///   - height: rows, at least 1.
    ///   - format: what the bytes of a pixel mean.
    ///   - sampling: for one plane of an image whose planes differ in size: how it samples the image. `nil` for an image.
    ///   - instructionSet: the inner loops to use, by default the machine's widest; one that it lacks traps.
    /// - Throws: ``BlurError/Code/invalidSize``, ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(`height`).
    public init(
        _ blur: ProgressiveBlur, width: Int, height: Int, format: PixelFormat, sampling: PlaneSampling? = nil,
        instructionSet: InstructionSet = .standard
    ) throws(BlurError) {
        precondition(blur.direction.isVertical, "rows can be blurred one by one from top or bottom only")
        let whole = try PixelLayout(width: width, height: height, format: format)
        rowLayout = try PixelLayout(width: width, height: 1, format: format)
        rowCount = height
        let ramp = RadiusRamp(blur, count: height, sampling: sampling ?? PlaneSampling(whole: whole))
        blurred = ramp.lines(0..<height, above: FastEngine.greatestClearRadius)
        // those that are read again, and clear ones that have been read before their turn
        var kept = FastEngine.rowsReadAgain + 1
        if !blurred.isEmpty {
            let engine = try FastEngine(
                ramp, rows: blurred, columnCount: width, format: format, edges: blur.edges, set: instructionSet)
            if blurred.upperBound < height { kept = max(kept, engine.sourceRows.upperBound - blurred.upperBound + 1) }
            self.engine = engine
        }
        recent = try RowRing(rows: kept, rowBytes: rowLayout.rowByteCount)
        finished = try RowCopies(0..<FastEngine.batch, rowBytes: rowLayout.rowByteCount)
    }

    /// Whether a row has to be appended before the next can be taken.
    public var needsRow: Bool {
        guard takenRowCount < rowCount, !finishedRows.contains(takenRowCount) else { return false }
        let isBlurred = blurred.contains(takenRowCount)
        let last = isBlurred ? engine?.lastSourceRow(takenRowCount) ?? takenRowCount : takenRowCount
        return appendedRowCount <= last
    }

    /// The memory in use, in bytes.
    var byteCount: Int {
        recent.byteCount + FastEngine.batch * rowLayout.rowByteCount + (engine?.byteCount ?? 0)
    }

    /// Hands in the image's next row.
    ///
    /// - Parameter row: at least `rowLayout.rowByteCount` bytes; fewer trap, and so does a row that is not needed yet.
    public func append(_ row: RawSpan) {
        precondition(needsRow, "take rows before more are appended")
        precondition(row.byteCount >= rowLayout.rowByteCount, "\(row.byteCount) bytes do not hold a row")
        unsafe row.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe recent.place(appendedRowCount).update(
                from: base.assumingMemoryBound(to: UInt8.self), count: rowLayout.rowByteCount)
        }
        recent.advance(to: appendedRowCount)
        appendedRowCount += 1
        guard let read = engine?.sourceRows, read.contains(appendedRowCount - 1) else { return }
        unsafe engine?.read(upTo: appendedRowCount - 1) { unsafe recent.row($0) }
    }

    /// Takes the result's next row.
    ///
    /// - Parameter row: room for at least `rowLayout.rowByteCount` bytes; less traps, and so does taking a row for which
    ///   ``needsRow`` is true, or one behind the last.
    public func takeRow(into row: inout MutableRawSpan) {
        precondition(!needsRow && takenRowCount < rowCount, "there is no row to take")
        precondition(row.byteCount >= rowLayout.rowByteCount, "\(row.byteCount) bytes do not hold a row")
        unsafe row.withUnsafeMutableBytes { bytes in
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: nextRow(), count: rowLayout.rowByteCount))
        }
        takenRowCount += 1
    }

    private func nextRow() -> UnsafePointer<UInt8> {
        guard blurred.contains(takenRowCount) else { return unsafe recent.row(takenRowCount) }
        if !finishedRows.contains(takenRowCount) {
            let batch = takenRowCount..<min(takenRowCount + FastEngine.batch, blurred.upperBound)
            unsafe engine?.makeRows(batch) {
                unsafe recent.row($0)
            } into: {
                unsafe finished.mutableRow($0 - batch.lowerBound)
            }
            finishedRows = batch
        }
        return unsafe finished.row(takenRowCount - finishedRows.lowerBound)
    }
}
