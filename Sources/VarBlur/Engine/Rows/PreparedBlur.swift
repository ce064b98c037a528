internal import CBlurKernels

/// The fast engine for small images of one size and format, prepared for any number of them.
///
/// For an image of a few hundred pixels, allocating memory and designing filters takes longer than blurring. Results equal those of
/// ``ProgressiveBlur``. Not thread-safe.
package final class PreparedBlur {
    /// The most pixels, and the most lines, of a small image.
    private static let (greatestPixelCount, greatestLineCount) = (4096, 128)

    private let width: Int
    private let height: Int
    private let format: PixelFormat
    private let isTransposed: Bool
    private let blurred: [Range<Int>]
    private let loops: InnerLoops
    private var engine: FastEngine?
    /// Copies of the rows of the frame, because results may overwrite them.
    private let rows: RowBuffer
    /// The results of a transposed frame.
    private let results: RowBuffer?

    /// Prepares a blur; `nil` if the radius varies along both axes, with a matte, and for large images.
    package init?(_ blur: ProgressiveBlur, _ layout: PixelLayout, instructionSet: InstructionSet) throws(BlurError) {
        guard blur.variation != .betweenPixels, layout.width <= Self.greatestPixelCount / layout.height,
            max(layout.width, layout.height) <= Self.greatestLineCount
        else { return nil }
        (width, height, format) = (layout.width, layout.height, layout.format)
        loops = instructionSet.innerLoops(layout.format.depth)
        isTransposed = blur.variation == .betweenColumns
        let sampling = PlaneSampling(whole: layout)
        let frame = CanonicalFrame(layout, isTransposed: isTransposed)
        let (field, look) = blur.placed(layout.format, sampling)
        guard let profile = field.profile(lineCount: frame.rowCount, sampling: sampling) else { return nil }
        blurred = profile.ranges(in: 0..<frame.rowCount, above: LineSigmas.greatestUnblurred)
        if !blurred.isEmpty {
            engine = try FastEngine(
                profile, rows: blurred, columnCount: frame.columnCount, format: format, edges: blur.edges, look: look,
                light: blur.light, instructionSet: instructionSet, keepsWeights: true)
        }
        let rowBytes = frame.columnCount * format.bytesPerPixel
        rows = try RowBuffer(0..<frame.rowCount, rowBytes: rowBytes)
        results = try isTransposed ? RowBuffer(0..<frame.rowCount, rowBytes: rowBytes) : nil
    }

    /// Whether the blur is prepared for images of a layout.
    package func isPrepared(for layout: PixelLayout) -> Bool {
        width == layout.width && height == layout.height && format == layout.format
    }

    /// Blurs an image of the prepared size and format into another, which may be the same.
    package func blur(_ source: UnsafePixels, into destination: UnsafeMutablePixels) {
        unsafe read(source)
        let result = { [results] row in
            unsafe results?.mutableRow(row)
                ?? (destination.base + row * destination.layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        }
        engine?.rewind()
        var next = 0
        for range in blurred {
            unsafe copy(next..<range.lowerBound, to: result)
            for batch in FastEngine.batches(of: range) {
                unsafe engine?.makeRows(batch, from: { unsafe rows.row($0) }, into: result)
            }
            next = range.upperBound
        }
        unsafe copy(next..<rows.rows.upperBound, to: result)
        if let results { unsafe write(results, to: destination) }
    }

    private func read(_ source: UnsafePixels) {
        let base = unsafe source.base.assumingMemoryBound(to: UInt8.self)
        let stride = unsafe source.layout.bytesPerRow
        if isTransposed {
            return unsafe loops.functions.pointee.transpose_pixels(
                rows.mutableRow(0), rows.rowBytes, base, stride, format.bytesPerPixel, height, width)
        }
        for row in rows.rows { unsafe rows.mutableRow(row).update(from: base + row * stride, count: rows.rowBytes) }
    }

    private func copy(_ unblurred: Range<Int>, to result: (Int) -> UnsafeMutablePointer<UInt8>) {
        for row in unblurred { unsafe result(row).update(from: rows.row(row), count: rows.rowBytes) }
    }

    private func write(_ results: RowBuffer, to destination: UnsafeMutablePixels) {
        unsafe loops.functions.pointee.transpose_pixels(
            destination.base.assumingMemoryBound(to: UInt8.self), destination.layout.bytesPerRow, results.row(0),
            results.rowBytes, format.bytesPerPixel, width, height)
    }
}
