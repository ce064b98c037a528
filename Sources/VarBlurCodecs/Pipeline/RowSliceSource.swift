internal import VarBlur

/// Decodes an image row by row into slices.
final class RowSliceSource: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let input: InputDecoder
    /// A buffer for a decoded row, if rows are converted.
    private let decoded: Slice?
    /// The number of rows that the decoder has skipped.
    private let skipped: Int
    private var nextSlice = 0

    init(_ input: InputDecoder, _ layout: SliceLayout, skipping skipped: Int = 0) throws(ImageError) {
        let (header, pixels) = (input.header, layout.components[0])
        (self.input, pool, self.skipped) = (input, SlicePool(layout), skipped)
        decoded =
            header.pixelFormat == pixels.format
            ? nil : try Slice(SliceLayout(width: pixels.width, height: 1, format: header.pixelFormat))
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
        guard let decoded else { return try unsafe input.reader.readRow(into: row) }
        let bytes = unsafe decoded.row(0, 0)
        try unsafe input.reader.readRow(into: bytes)
        let format = pool.layout.components[0].format
        unsafe format.read(UnsafeRawBufferPointer(bytes), of: input.header.pixelFormat, into: row)
    }
}

extension PixelFormat {
    /// Reads a row of straight pixels in another format: adds an opaque alpha channel, or rounds to 8 bits and multiplies colors by alpha.
    func read(_ row: UnsafeRawBufferPointer, of source: PixelFormat, into result: UnsafeMutableRawBufferPointer) {
        if alpha == .premultiplied || depth != source.depth {
            unsafe convert(row, of: source, into: result)
        } else {
            unsafe addAlpha(row, into: result)
        }
    }

    /// Copies a row and adds an opaque alpha channel.
    fileprivate func addAlpha(_ row: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
        let pixel = bytesPerPixel
        let color = pixel - depth.byteCount
        for x in 0..<row.count / color {
            for byte in 0..<color { unsafe result[x * pixel + byte] = row[x * color + byte] }
            for byte in color..<pixel { unsafe result[x * pixel + byte] = 0xFF }
        }
    }

    /// Rounds the samples of a row to 8 bits, and multiplies colors by alpha if they are to be premultiplied.
    fileprivate func convert(
        _ row: UnsafeRawBufferPointer, of source: PixelFormat, into result: UnsafeMutableRawBufferPointer
    ) {
        let count = row.count / source.depth.byteCount
        guard let from = row.baseAddress, let base = result.baseAddress else { return }
        let to = unsafe base.assumingMemoryBound(to: UInt8.self)
        if source.depth == .sixteen {
            let values = unsafe from.assumingMemoryBound(to: UInt16.self)
            for index in 0..<count { unsafe to[index] = values[index].rounded }
        } else {
            unsafe to.update(from: from.assumingMemoryBound(to: UInt8.self), count: count)
        }
        guard channels.hasAlpha, alpha == .premultiplied else { return }
        for first in stride(from: 0, to: count, by: channels.count) {
            let alpha = unsafe Int(to[first + channels.count - 1])
            for index in first..<first + channels.count - 1 {
                unsafe to[index] = UInt8((Int(to[index]) * alpha + 127) / 255)
            }
        }
    }
}
