internal import CVarBlur
internal import VarBlur

/// A blur of rows that functions of the caller read and write.
struct RowStream {
    let read: varblur_read_row
    let write: varblur_write_row
    let context: UnsafeMutableRawPointer?

    init(
        _ read: varblur_read_row?, _ write: varblur_write_row?, _ context: UnsafeMutableRawPointer?
    ) throws(CallError) {
        guard let read, let write else { throw CallError(VARBLUR_INVALID_ARGUMENT, "read or write is NULL") }
        (self.read, self.write, self.context) = (read, write, context)
    }

    /// Reads, blurs, and writes all rows of an image.
    func apply(_ blur: ProgressiveBlur, _ layout: PixelLayout, _ run: Run) throws(CallError) {
        guard blur.variation == .betweenRows, layout.format.depth != .float else {
            throw CallError(
                VARBLUR_UNSUPPORTED,
                "rows can be blurred one by one only if the radius is the same within a row, without a matte, and if samples are "
                    + "integers; use varblur_apply()")
        }
        guard layout.bytesPerRow == layout.rowByteCount else {
            throw CallError(
                VARBLUR_INVALID_IMAGE, "rows that are read one by one have no padding: the stride must be 0")
        }
        let rows = try translated(
            RowBlur(blur, width: layout.width, height: layout.height, format: layout.format))
        let buffer = try translated(CheckedMemory(count: layout.width, of: layout.format.bytesPerPixel))
        for _ in 0..<layout.height {
            while rows.needsRow {
                try check(run, read(context, buffer.base), "read")
                rows.append(RawSpan(_unsafeStart: UnsafeRawPointer(buffer.base), byteCount: buffer.byteCount))
            }
            var row = MutableRawSpan(_unsafeStart: buffer.base, byteCount: buffer.byteCount)
            rows.takeRow(into: &row)
            try check(run, write(context, buffer.base), "write")
        }
    }

    private func check(_ run: Run, _ result: CInt, _ name: String) throws(CallError) {
        guard result == 0 else { throw CallError(VARBLUR_CANCELLED, "the function \(name) returned \(result)") }
        try run.checkInterruption()
    }
}
