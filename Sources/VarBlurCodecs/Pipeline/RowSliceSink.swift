internal import VarBlur

/// Encodes slices of interleaved pixels row by row, or only shows rows as they would be encoded.
final class RowSliceSink: SliceSink {
    private var encoder: ImageEncoder?
    private let seen: SeenRows?
    private let context: JobContext
    /// What converts rows to the written format, and a buffer for a row; `nil` if rows are written as they are.
    private let conversion: (rows: RowFormatConverter, row: Slice)?
    private var nextSlice: Int

    /// Starts a file with an encoder, if there is one, and a slice, which need not be the first; `seen` gets the rows that it needs.
    init(
        _ encoder: consuming ImageEncoder?, _ conversion: ImageConversion, _ plan: EncodingPlan, _ context: JobContext,
        for seen: SeenRows? = nil, from firstSlice: Int = 0
    ) throws(ImageError) {
        (self.context, self.seen, nextSlice) = (context, seen, firstSlice)
        self.conversion = try conversion.rows.map { (rows) throws(ImageError) in
            (rows, try Slice(SliceLayout(width: plan.width, height: 1, format: conversion.written)))
        }
        self.encoder = encoder
    }

    func write(_ slice: Slice) throws(ImageError) {
        try context.deadline?.check()
        let rows = slice.layout.rows(0, of: nextSlice)
        for row in rows { unsafe try write(slice.row(0, row - rows.lowerBound), row) }
        nextSlice += 1
    }

    private func write(_ row: UnsafeMutableRawBufferPointer, _ number: Int) throws(ImageError) {
        var row = unsafe row
        if let (rows, converted) = conversion {
            let target = unsafe converted.row(0, 0)
            unsafe rows.convert(row.baseAddress, to: target.baseAddress, count: converted.layout.components[0].width)
            unsafe row = target
        }
        unsafe seen?.add(UnsafeRawBufferPointer(row), number)
        try unsafe encoder?.writeRow(UnsafeRawBufferPointer(row).bytes)
    }

    func finish() throws(ImageError) { try encoder?.finish() }
}
