internal import CBlurKernels

/// What the bands of an image share: where its rows are, and where those of the result go.
@safe
final class BandJob: @unchecked Sendable {
    /// The rows and columns that are written.
    let rows: Range<Int>
    let columns: Range<Int>
    /// Those of the rows that are blurred.
    let blurred: Range<Int>
    let frame: CanonicalFrame
    let source: UnsafePixels
    let destination: UnsafeMutablePixels
    let target: CanonicalFrame
    /// Whether the result replaces what is still to be read.
    let isInPlace: Bool

    init(
        rows: Range<Int>, columns: Range<Int>, blurred: Range<Int>, frame: CanonicalFrame, source: UnsafePixels,
        destination: UnsafeMutablePixels
    ) throws(BlurError) {
        (self.rows, self.columns, self.blurred, self.frame) = (rows, columns, blurred, frame)
        unsafe self.source = source
        unsafe self.destination = destination
        target = unsafe CanonicalFrame(destination.layout, isTurned: frame.isTurned)
        isInPlace = unsafe source.overlaps(destination)
    }

    var format: PixelFormat { unsafe source.layout.format }
    var rowBytes: Int { frame.columnCount * format.bytesPerPixel }

    /// The first byte of a row of the image, whose pixels lie side by side unless it is turned.
    func start(of row: Int) -> UnsafePointer<UInt8> {
        unsafe (source.base + frame.byteOffset(row: row, column: 0)).assumingMemoryBound(to: UInt8.self)
    }

    /// Copies rows of the image, pixels side by side, to wherever they are wanted.
    func read(_ rows: Range<Int>, into place: (Int) -> UnsafeMutablePointer<UInt8>) {
        guard frame.isTurned else {
            for row in rows { unsafe place(row).update(from: start(of: row), count: rowBytes) }
            return
        }
        // blocks of columns, so that the lines of memory that are read stay at hand; behind the last row may be what another
        // thread is writing
        let bytesPerPixel = format.bytesPerPixel
        for first in stride(from: 0, to: frame.columnCount, by: Self.block) {
            let count = min(Self.block, frame.columnCount - first)
            for row in rows {
                unsafe blur_gather_pixels(
                    place(row) + first * bytesPerPixel, start(of: row) + first * frame.columnStep, frame.columnStep,
                    bytesPerPixel, count, row == rows.upperBound - 1)
            }
        }
    }

    /// How many rows and columns of a turned image are copied at once: the lines of memory that they are in stay at hand.
    static let block = 64

    /// Where the first byte of a row of the result goes.
    func place(of row: Int, column: Int = 0) -> UnsafeMutablePointer<UInt8> {
        let offset = target.byteOffset(row: row - rows.lowerBound, column: column)
        return unsafe (destination.base + offset).assumingMemoryBound(to: UInt8.self)
    }

    /// Copies rows that are clear.
    func copy(_ clear: Range<Int>) {
        for row in clear {
            unsafe frame.copy(row, columns, from: source, to: target, row - rows.lowerBound, in: destination)
        }
    }
}

/// The rows that one thread computes.
@safe
final class FastBand: @unchecked Sendable {
    private let job: BandJob
    private let rows: Range<Int>
    private let blurred: Range<Int>
    private var engine: FastEngine
    /// Finished rows, if they cannot be written where they belong at once.
    private let finished: RowCopies?
    /// How many of them are written together: of turned images as many as are worth a walk through the image.
    private let together: Int
    /// In place: copies of rows above and below the band that are read while other threads may be overwriting them.
    private let above: RowCopies?
    private let below: RowCopies?
    /// Copies of the rows that were read last, if they are turned, or if this thread may have overwritten them.
    private let recent: RowRing?
    /// How many rows are copied at once, and where those end that are not copied before.
    private let ahead: Int
    private let readable: Int

    /// Prepares a band that has some blurred rows; nothing is written yet.
    init(
        _ job: BandJob, _ rows: Range<Int>, _ ramp: RadiusRamp, _ edges: EdgeMode, _ set: InstructionSet
    ) throws(BlurError) {
        self.job = job
        self.rows = rows
        blurred = job.blurred.clamped(to: rows)
        engine = try FastEngine(
            ramp, rows: blurred, columnCount: job.frame.columnCount, format: job.format, edges: edges, set: set)
        let (read, looksBack) = (engine.sourceRows, engine.looksBack)
        let isDirect = !job.frame.isTurned && job.columns.count == job.frame.columnCount
        together = job.frame.isTurned ? BandJob.block : FastEngine.batch
        finished = try isDirect ? nil : RowCopies(0..<together, rowBytes: job.rowBytes)
        func copies(_ beyond: Range<Int>) throws(BlurError) -> RowCopies? {
            job.isInPlace && !beyond.isEmpty ? try RowCopies(beyond, rowBytes: job.rowBytes) : nil
        }
        // those further up will have been read
        above = try copies(read.clamped(to: rows.lowerBound - FastEngine.rowsReadAgain..<rows.lowerBound))
        below = try copies(read.clamped(to: rows.upperBound..<max(read.upperBound, rows.upperBound)))
        ahead = job.frame.isTurned ? BandJob.block : 1
        let isCopied = job.frame.isTurned || job.isInPlace && looksBack
        recent = try isCopied ? RowRing(rows: FastEngine.rowsReadAgain + ahead, rowBytes: job.rowBytes) : nil
        readable = job.isInPlace ? min(read.upperBound, rows.upperBound) : read.upperBound
    }

    /// Reads what other bands will overwrite; every band has to have done so before any runs.
    func prepare() {
        guard above != nil || below != nil else { return }
        for case .some(let copies) in [above, below] {
            unsafe job.read(copies.rows) { unsafe copies.mutableRow($0) }
        }
        unsafe engine.read(upTo: rows.lowerBound - 1, from: original)
    }

    /// Computes the band's rows.
    func run() {
        job.copy(rows.lowerBound..<blurred.lowerBound)
        for batch in FastEngine.batches(of: blurred) {
            if let finished {
                let first = batch.lowerBound - (batch.lowerBound - blurred.lowerBound) % together
                unsafe engine.makeRows(batch, from: source) { unsafe finished.mutableRow($0 - first) }
                let isFull = batch.upperBound - first == together || batch.upperBound == blurred.upperBound
                if isFull { write(finished, first..<batch.upperBound) }
            } else {
                unsafe engine.makeRows(batch, from: source) { unsafe job.place(of: $0) }
            }
        }
        job.copy(blurred.upperBound..<rows.upperBound)
    }

    /// Writes finished rows; of turned images, side by side.
    private func write(_ finished: RowCopies, _ made: Range<Int>) {
        let bytesPerPixel = job.format.bytesPerPixel
        let columns = job.columns
        if !job.frame.isTurned {
            for row in made {
                let from = unsafe finished.row(row - made.lowerBound) + columns.lowerBound * bytesPerPixel
                unsafe job.place(of: row).update(from: from, count: columns.count * bytesPerPixel)
            }
            return
        }
        for column in 0..<columns.count {
            let from = unsafe finished.row(0) + (columns.lowerBound + column) * bytesPerPixel
            unsafe blur_gather_pixels(
                job.place(of: made.lowerBound, column: column), from, finished.rowBytes, bytesPerPixel, made.count,
                false)
        }
    }

    /// The first byte of a row of the image as it was.
    private func source(_ row: Int) -> UnsafePointer<UInt8> {
        if let below, row >= rows.upperBound { return unsafe below.row(row) }
        if let above, recent == nil, row < rows.lowerBound { return unsafe above.row(row) }
        return unsafe original(row)
    }

    /// The first byte of a row that nobody else overwrites; the first time it is asked for, nobody has.
    private func original(_ row: Int) -> UnsafePointer<UInt8> {
        guard let recent else { return unsafe job.start(of: row) }
        if row > recent.latest ?? row - 1 {
            let rows = row..<min(row + ahead, max(readable, row + 1))
            recent.advance(to: rows.upperBound - 1)
            unsafe job.read(rows) { unsafe recent.place($0) }
        }
        return unsafe recent.row(row)
    }
}

extension UnsafePixels {
    /// Whether any byte belongs to both images.
    fileprivate func overlaps(_ other: UnsafeMutablePixels) -> Bool {
        let (start, otherStart) = unsafe (UInt(bitPattern: base), UInt(bitPattern: other.base))
        return unsafe start < otherStart + UInt(other.layout.byteCount) && otherStart < start + UInt(layout.byteCount)
    }
}
