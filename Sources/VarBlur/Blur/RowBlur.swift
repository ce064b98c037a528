/// Blurs an image row by row while it is decoded and encoded, without holding the whole image.
///
/// Append the rows of the image from the top, and take the rows of the result as soon as they are available:
///
/// ```swift
/// let rows = try RowBlur(blur, width: width, height: height, format: PixelFormat(.rgb))
/// var row = try PixelBuffer(width: width, height: 1, format: PixelFormat(.rgb))
/// for _ in 0..<height {
///     while rows.needsRow {
///         var bytes = row.mutableBytes
///         try readRow(&bytes)
///         rows.append(row.bytes)
///     }
///     var bytes = row.mutableBytes
///     rows.takeRow(into: &bytes)
///     try writeRow(row.bytes)
/// }
/// ```
///
/// The result equals that of ``ProgressiveBlur/blurred(_:region:sampling:execution:)`` on the
/// whole image. Memory is proportional to the width times the radius: for example, 8 MB for RGB rows of 4000 pixels and a
/// radius of 64. With ``EdgeMode/wrap``, the first rows depend on the last, so all rows are kept in memory at reduced
/// resolutions.
///
/// Not thread-safe: use an instance from one thread at a time.
public final class RowBlur {
    /// The memory layout of one row: its width and format.
    ///
    /// Rows have no padding.
    public let rowLayout: PixelLayout
    /// The number of rows of the image.
    public let rowCount: Int
    /// Whether the filters of all rows are kept for further images.
    let keepsFilters: Bool
    /// The state that changes, in one value: every access to a property of a class is checked at run time.
    private var rows: RowBlurState
    /// What the appended rows are mixed with before they are blurred, and a row of the result; `nil` for none.
    private let mosaic: RowMosaic?
    private let mosaicRow: RowBuffer?

    /// The number of appended rows.
    public var appendedRowCount: Int { mosaic?.appendedRowCount ?? rows.appendedRowCount }
    /// The number of taken rows, which is the index of the next row to take.
    public var takenRowCount: Int { rows.takenRowCount }

    /// Prepares to blur an image.
    ///
    /// - Parameters:
    ///   - blur: the blur, with the same radius in all pixels of a row, and without a matte.
    ///   - width: the width in pixels, at least 1.
    ///   - height: the height in pixels, at least 1.
    ///   - format: the pixel format; samples are integers.
    ///   - sampling: the sampling of the rows if they are one plane of an image, such as a 4:2:0 chroma plane; `nil` for a
    ///     whole image.
    ///   - instructionSet: the instruction set. Traps if the processor lacks it.
    /// - Throws: ``BlurError/Code/invalidField`` if the radius varies within rows, as from the left, or if there is a matte;
    ///   ``BlurError/Code/invalidFormat`` if samples are floats; ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight`` if the
    ///   pixels cannot have the look, or linear light; ``BlurError/Code/invalidSize`` or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(`height`).
    public convenience init(
        _ blur: ProgressiveBlur, width: Int, height: Int, format: PixelFormat, sampling: PlaneSampling? = nil,
        instructionSet: InstructionSet = .standard
    ) throws(BlurError) {
        try self.init(
            blur, width: width, height: height, format: format, sampling: sampling, instructionSet: instructionSet,
            keepsFilters: false)
    }

    /// Prepares to blur an image, and with `keepsFilters`, further images of the same size.
    convenience init(
        _ blur: ProgressiveBlur, width: Int, height: Int, format: PixelFormat, sampling: PlaneSampling?,
        instructionSet: InstructionSet, keepsFilters: Bool
    ) throws(BlurError) {
        guard format.depth != .float else {
            throw BlurError(
                .invalidFormat, "rows of floats cannot be blurred one by one; blur the whole image instead")
        }
        try blur.check(format)
        let layout = try PixelLayout(width: width, height: height, format: format)
        // an array of the radii of all rows
        try CheckedMemory.check(count: height, of: MemoryLayout<Double>.stride)
        let task = BlurTask(
            blur, format, sampling ?? PlaneSampling(whole: layout), BlurExecution(instructionSet: instructionSet))
        guard blur.variation == .betweenRows, let rows = RowTask(task, layout) else {
            throw BlurError(
                .invalidField,
                "rows can be blurred one by one only if all pixels of a row have the same radius, and without a matte; blur the whole "
                    + "image instead")
        }
        try self.init(rows, keepsFilters: keepsFilters, RowMosaic(blur, layout, task.sampling))
    }

    /// Prepares to blur all rows of a task, which are mixed with a mosaic before.
    init(_ task: RowTask, keepsFilters: Bool = false, _ mosaic: RowMosaic? = nil) throws(BlurError) {
        self.keepsFilters = keepsFilters
        self.mosaic = mosaic
        rowLayout = try PixelLayout(width: task.columnCount, height: 1, format: task.format)
        rowCount = task.profile.lineCount
        rows = try RowBlurState(task, rowLayout, keepsFilters: keepsFilters)
        mosaicRow = mosaic == nil ? nil : try RowBuffer(0..<1, rowBytes: rowLayout.rowByteCount)
    }

    /// Returns to the first row, for another image of the same size.
    func rewind() {
        rows.rewind()
        mosaic?.rewind()
    }

    /// Whether another row must be appended before the next row can be taken.
    public var needsRow: Bool { rows.needsRow }

    /// The memory in use, in bytes.
    var byteCount: Int { rows.byteCount }

    /// The greatest number of appended rows that have not been taken yet.
    ///
    /// - Complexity: O(rows).
    var greatestWaitingRowCount: Int { rows.greatestWaitingRowCount }

    /// Appends the next row of the image.
    ///
    /// - Parameter row: at least `rowLayout.rowByteCount` bytes. Traps if the row is shorter, or if ``needsRow`` is false.
    public func append(_ row: RawSpan) {
        guard let mosaic else { return rows.append(row) }
        rows.check(row)
        unsafe row.withUnsafeBytes { if let base = $0.baseAddress { unsafe mosaic.append(base) } }
        appendMixedRows()
    }

    /// Appends the rows that are mixed with the mosaic, as far as they are needed.
    private func appendMixedRows() {
        guard let mosaic, let mosaicRow else { return }
        while rows.needsRow && !mosaic.needsRow {
            unsafe mosaic.takeRow(into: mosaicRow.mutableRow(0))
            unsafe rows.append(UnsafeRawBufferPointer(start: mosaicRow.row(0), count: rowLayout.rowByteCount).bytes)
        }
    }

    /// Takes the next row of the result.
    ///
    /// - Parameter row: memory for at least `rowLayout.rowByteCount` bytes. Traps if the memory is smaller, if ``needsRow``
    ///   is true, or after the last row.
    public func takeRow(into row: inout MutableRawSpan) {
        rows.takeRow(into: &row)
        appendMixedRows()
    }
}

/// The rows that a ``RowBlur`` has received, and those that it has computed.
private struct RowBlurState {
    private(set) var appendedRowCount = 0
    private(set) var takenRowCount = 0
    /// The number of rows that must be appended before the next row can be taken; 0 after the last, and for computed rows.
    private var requiredRowCount = 0
    private let rowCount: Int
    private let rowByteCount: Int
    /// `nil` if no row is blurred.
    private var engine: FastEngine?
    /// The rows that the engine reads.
    private let sourceRows: Range<Int>
    private let steps: RowSteps
    private var remainingSteps: RowSteps
    /// The rows that are taken next, and whether they are computed: blurred ones are, as soon as the first of them is taken.
    private var step = RowSteps.Step()
    private var isComputed = false
    /// Rows that the engine may read again, and appended unblurred rows that have not been taken yet.
    private var recent: ByteRowRing
    /// The latest rows that have been computed at once.
    private let batch: RowBuffer

    init(_ task: RowTask, _ layout: PixelLayout, keepsFilters: Bool) throws(BlurError) {
        (rowCount, rowByteCount) = (task.profile.lineCount, layout.rowByteCount)
        let blurred = task.blurred(in: 0..<rowCount)
        steps = RowSteps(0..<rowCount, blurring: blurred)
        remainingSteps = steps
        var recentRowCount = FastEngine.rereadRowCount + 1
        if !blurred.isEmpty {
            let engine = try FastEngine(task, rows: blurred, keepsWeights: keepsFilters)
            for range in blurred where range.upperBound < rowCount {
                let appendedRows = engine.lastSourceRow(forResultRow: range.upperBound - 1) + 1
                recentRowCount = max(recentRowCount, appendedRows - range.upperBound + 1)
            }
            self.engine = engine
        }
        sourceRows = engine?.sourceRows ?? 0..<0
        recent = try ByteRowRing(count: recentRowCount, rowBytes: rowByteCount, isKept: keepsFilters)
        batch = try RowBuffer(0..<FastEngine.batchSize, rowBytes: rowByteCount, isKept: keepsFilters)
        updateRequiredRowCount()
    }

    /// Returns to the first row, for another image.
    mutating func rewind() {
        (appendedRowCount, takenRowCount, step, remainingSteps) = (0, 0, RowSteps.Step(), steps)
        recent.removeAll()
        engine?.rewind()
        updateRequiredRowCount()
    }

    var needsRow: Bool { appendedRowCount < requiredRowCount }

    var byteCount: Int { recent.byteCount + FastEngine.batchSize * rowByteCount + (engine?.byteCount ?? 0) }

    var greatestWaitingRowCount: Int {
        (0..<rowCount).reduce(1) { max($0, (engine?.lastSourceRow(forResultRow: $1) ?? $1) + 1 - $1) }
    }

    /// Traps unless another row is needed, and a row is long enough.
    func check(_ row: RawSpan) {
        trapUnless(needsRow, "takeRow(into:) must be called before another row is appended")
        trapUnless(
            row.byteCount >= rowByteCount, "a row has \(rowByteCount) bytes, but only \(row.byteCount) were given")
    }

    mutating func append(_ row: RawSpan) {
        check(row)
        let index = appendedRowCount
        unsafe row.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe recent.mutableRow(index).update(
                from: base.assumingMemoryBound(to: UInt8.self), count: rowByteCount)
        }
        recent.advance(to: index)
        appendedRowCount = index + 1
        if sourceRows.contains(index) { unsafe engine?.pushRows(upTo: index) { [recent] in unsafe recent.row($0) } }
    }

    mutating func takeRow(into row: inout MutableRawSpan) {
        trapUnless(!needsRow && takenRowCount < rowCount, "no row is available")
        trapUnless(
            row.byteCount >= rowByteCount,
            "a row has \(rowByteCount) bytes, but there is only room for \(row.byteCount)")
        let next = unsafe nextRow()
        unsafe row.withUnsafeMutableBytes { bytes in
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: next, count: rowByteCount))
        }
        takenRowCount += 1
        updateRequiredRowCount()
    }

    private mutating func updateRequiredRowCount() {
        let next = takenRowCount
        if next == step.rows.upperBound {
            isComputed = false
            step = remainingSteps.next() ?? RowSteps.Step()
        }
        if isComputed || next == rowCount {
            requiredRowCount = 0
        } else {
            requiredRowCount = 1 + (step.blurred == nil ? next : engine?.lastSourceRow(forResultRow: next) ?? next)
        }
    }

    private mutating func nextRow() -> UnsafePointer<UInt8> {
        if step.blurred == nil { return unsafe recent.row(takenRowCount) }
        let first = step.rows.lowerBound
        if !isComputed {
            unsafe engine?.makeRows(step.rows) { [recent] in
                unsafe recent.row($0)
            } into: { [batch] in
                unsafe batch.mutableRow($0 - first)
            }
            isComputed = true
        }
        return unsafe batch.row(takenRowCount - first)
    }
}
