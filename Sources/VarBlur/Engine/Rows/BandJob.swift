internal import CBlurKernels

/// The state of a blur that all bands of an image share: the rows to compute, their radii, and the memory of both
/// images.
@safe
final class BandJob: @unchecked Sendable {
    /// The rows and columns of the frame that are written.
    let rows: Range<Int>
    let columns: Range<Int>
    /// The rows among them that are blurred; the others are copied.
    let blurred: [Range<Int>]
    let profile: RadiusProfile
    let edges: EdgeMode
    /// The changes of color; `nil` for none.
    let look: PlaneLook?
    /// Whether values are blurred in linear light.
    let light: BlurLight
    let instructionSet: InstructionSet
    let frame: CanonicalFrame
    let source: UnsafePixels
    let destination: UnsafeMutablePixels
    let target: CanonicalFrame
    /// Whether both images share their memory, so that writing a row overwrites the source.
    let isInPlace: Bool
    /// Whether to end early, with only some of the rows written; `nil` if the job runs to its end.
    let isInterrupted: (@Sendable () -> Bool)?

    init(
        rows: Range<Int>, columns: Range<Int>, profile: RadiusProfile, edges: EdgeMode, look: PlaneLook?,
        light: BlurLight, instructionSet: InstructionSet, frame: CanonicalFrame, source: UnsafePixels,
        destination: UnsafeMutablePixels,
        isInterrupted: (@Sendable () -> Bool)? = nil
    ) {
        (self.rows, self.columns) = (rows, columns)
        (self.profile, self.edges, self.instructionSet) = (profile, edges, instructionSet)
        blurred = profile.ranges(in: rows, above: LineSigmas.greatestUnblurred)
        (self.frame, self.look, self.light) = (frame, look, light)
        self.isInterrupted = isInterrupted
        unsafe self.source = source
        unsafe self.destination = destination
        target = unsafe CanonicalFrame(destination.layout, isTransposed: frame.isTransposed)
        isInPlace = unsafe source.overlaps(destination)
    }

    var format: PixelFormat { unsafe source.layout.format }
    var rowBytes: Int { frame.columnCount * format.bytesPerPixel }

    /// The first byte of a row of the source.
    ///
    /// The row's pixels are adjacent unless the frame is transposed.
    func sourceRow(_ row: Int) -> UnsafePointer<UInt8> {
        unsafe (source.base + frame.byteOffset(row: row, column: 0)).assumingMemoryBound(to: UInt8.self)
    }

    /// The number of rows and columns of a transposed image that are copied at once, so that their cache lines stay cached.
    static let blockSize = 64

    /// Copies rows of the source, with adjacent pixels, to the addresses that `target` returns.
    func read(_ rows: Range<Int>, into target: (Int) -> UnsafeMutablePointer<UInt8>) {
        guard frame.isTransposed else {
            for row in rows { unsafe target(row).update(from: sourceRow(row), count: rowBytes) }
            return
        }
        let bytesPerPixel = format.bytesPerPixel
        for first in stride(from: 0, to: frame.columnCount, by: Self.blockSize) {
            let count = min(Self.blockSize, frame.columnCount - first)
            for row in rows {
                // reading the byte after the last row would race with a thread that writes the next band
                let isLast = row == rows.upperBound - 1
                unsafe blur_gather_pixels(
                    target(row) + first * bytesPerPixel, sourceRow(row) + first * frame.columnStep, frame.columnStep,
                    bytesPerPixel, count, isLast)
            }
        }
    }

    /// The first byte of a pixel of the destination; `row` and `column` are counted in the source's rows and written columns.
    func destinationPixel(row: Int, column: Int = 0) -> UnsafeMutablePointer<UInt8> {
        let offset = target.byteOffset(row: row - rows.lowerBound, column: column)
        return unsafe (destination.base + offset).assumingMemoryBound(to: UInt8.self)
    }

    /// Copies unblurred rows.
    func copy(_ unblurred: Range<Int>) {
        for row in unblurred {
            unsafe frame.copy(row, columns, from: source, to: target, row - rows.lowerBound, in: destination)
        }
    }
}

extension UnsafePixels {
    /// Whether the two images overlap in memory.
    package func overlaps(_ other: UnsafeMutablePixels) -> Bool {
        let (start, otherStart) = unsafe (UInt(bitPattern: base), UInt(bitPattern: other.base))
        return unsafe start < otherStart + UInt(other.layout.byteCount) && otherStart < start + UInt(layout.byteCount)
    }
}
