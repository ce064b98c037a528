/// Sharpens an image row by row, with an unsharp mask: adds the difference between the image and its blur once.
///
/// Colors are weighted by alpha in the blur, and alpha stays as it is. Values that leave the range of the format get its nearest one.
package final class RowSharpener {
    private let blur: RowBlur
    private let format: PixelFormat
    private let rowByteCount: Int
    /// The rows that have been appended, and not been taken yet.
    private var waiting: ByteRowRing

    /// Prepares to sharpen an image, or a plane of it; the parameters are those of a ``RowBlur`` with a radius of `sigma` pixels.
    ///
    /// - Throws: the errors of ``RowBlur``, and ``BlurError/Code/invalidRadius``.
    package init(
        sigma: Double, width: Int, height: Int, format: PixelFormat, sampling: PlaneSampling?,
        instructionSet: InstructionSet
    ) throws(BlurError) {
        let field = try BlurField.uniform(.pixels(sigma))
        blur = try RowBlur(
            ProgressiveBlur(field: field), width: width, height: height, format: format, sampling: sampling,
            instructionSet: instructionSet)
        (self.format, rowByteCount) = (format, blur.rowLayout.rowByteCount)
        waiting = try ByteRowRing(count: blur.greatestWaitingRowCount, rowBytes: rowByteCount)
    }

    package var rowCount: Int { blur.rowCount }

    /// Whether another row must be appended before the next row can be taken.
    package var needsRow: Bool { blur.needsRow }

    /// Appends the next row of the image; see ``RowBlur/append(_:)``.
    package func append(_ row: RawSpan) {
        let index = blur.appendedRowCount
        blur.append(row)
        unsafe row.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe waiting.mutableRow(index).update(from: base.assumingMemoryBound(to: UInt8.self), count: rowByteCount)
        }
        waiting.advance(to: index)
    }

    /// Takes the next row of the result; see ``RowBlur/takeRow(into:)``.
    package func takeRow(into row: inout MutableRawSpan) {
        let original = unsafe UnsafeRawBufferPointer(start: waiting.row(blur.takenRowCount), count: rowByteCount)
        blur.takeRow(into: &row)
        unsafe row.withUnsafeMutableBytes { row in
            if format.depth == .eight {
                unsafe sharpen(original.bindMemory(to: UInt8.self), row.bindMemory(to: UInt8.self))
            } else {
                unsafe sharpen(original.bindMemory(to: UInt16.self), row.bindMemory(to: UInt16.self))
            }
        }
    }

    /// Replaces blurred pixels by sharp ones.
    private func sharpen<Sample: FixedWidthInteger>(
        _ original: UnsafeBufferPointer<Sample>, _ row: UnsafeMutableBufferPointer<Sample>
    ) {
        let (count, hasAlpha) = (format.channels.count, format.channels.hasAlpha)
        let colorCount = hasAlpha ? count - 1 : count
        for start in stride(from: 0, to: original.count, by: count) {
            // the color of a blur without any alpha is undefined
            let isVisible = unsafe !hasAlpha || row[start + colorCount] > 0
            for index in start..<start + colorCount {
                let value = unsafe isVisible ? 2 * Int(original[index]) - Int(row[index]) : Int(original[index])
                unsafe row[index] = Sample(clamping: value)
            }
            if hasAlpha { unsafe row[start + colorCount] = original[start + colorCount] }
        }
    }
}
