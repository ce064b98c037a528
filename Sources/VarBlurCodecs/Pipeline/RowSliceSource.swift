internal import VarBlur

/// Decodes an image row by row into slices.
final class RowSliceSource: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let input: InputDecoder
    /// What converts decoded rows, and a buffer for one; `nil` if rows are blurred as they are.
    private let conversion: (rows: RowFormatConverter, row: Slice)?
    /// The number of rows that the decoder has skipped.
    private let skipped: Int
    private var nextSlice = 0

    init(_ input: InputDecoder, _ layout: SliceLayout, skipping skipped: Int = 0) throws(ImageError) {
        let (header, pixels) = (input.header, layout.components[0])
        (self.input, pool, self.skipped) = (input, SlicePool(layout), skipped)
        if header.pixelFormat == pixels.format {
            conversion = nil
        } else {
            conversion = (
                try ImageError.wrapping(RowFormatConverter(header.pixelFormat, to: pixels.format)),
                try Slice(SliceLayout(width: pixels.width, height: 1, format: header.pixelFormat))
            )
        }
    }

    func next() throws(ImageError) -> Slice {
        try input.context.deadline?.check()
        let start = Instant.now
        defer { input.context.timings.add(.decode, since: start) }
        let slice = try pool.take()
        let rows = pool.layout.rows(0, of: nextSlice)
        for row in rows where row >= skipped { unsafe try read(into: slice.row(0, row - rows.lowerBound)) }
        nextSlice += 1
        if nextSlice == pool.layout.count { try input.reader.finish() }
        return slice
    }

    private func read(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        guard let (rows, decoded) = conversion else { return try unsafe input.reader.readRow(into: row) }
        let bytes = unsafe decoded.row(0, 0)
        try unsafe input.reader.readRow(into: bytes)
        unsafe rows.convert(bytes.baseAddress, to: row.baseAddress, count: pool.layout.components[0].width)
    }
}
