internal import VarBlur

/// Decodes an image row by row into slices.
final class RowSliceSource: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let input: InputDecoder
    private let conversion: ImageConversion
    /// A buffer for a decoded row, if rows are converted.
    private let decoded: Slice?
    private var nextSlice = 0

    init(_ input: InputDecoder, _ conversion: ImageConversion, _ layout: SliceLayout) throws(ImageError) {
        let header = input.header
        pool = SlicePool(layout)
        (self.input, self.conversion) = (input, conversion)
        decoded =
            conversion.blursRowsAsDecoded(header)
            ? nil : try Slice(SliceLayout(width: layout.components[0].width, height: 1, format: header.pixelFormat))
    }

    func next() throws(ImageError) -> Slice {
        try input.context.deadline?.check()
        let start = Instant.now
        defer { input.context.timings.add(.decode, since: start) }
        let slice = try pool.take()
        let rows = pool.layout.rows(0, of: nextSlice)
        for row in rows { unsafe try read(into: slice.row(0, row - rows.lowerBound)) }
        nextSlice += 1
        if nextSlice == pool.layout.count { try input.reader.finish() }
        return slice
    }

    private func read(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        guard let decoded else { return try unsafe input.reader.readRow(into: row) }
        let bytes = unsafe decoded.row(0, 0)
        try unsafe input.reader.readRow(into: bytes)
        unsafe conversion.addAlpha(UnsafeRawBufferPointer(bytes), into: row)
    }
}
