internal import VarBlur

/// Encodes slices of interleaved pixels row by row, or only shows rows as they would be encoded.
final class RowSliceSink: SliceSink {
    private var encoder: ImageEncoder?
    private let seen: SeenRows?
    private let conversion: ImageConversion
    private let context: JobContext
    /// A buffer for a row in the written format, if rows are converted.
    private let converted: Slice?
    private var nextSlice: Int

    /// Starts a file with an encoder, if there is one, and a slice, which need not be the first; `seen` gets the rows that it needs.
    init(
        _ encoder: consuming ImageEncoder?, _ conversion: ImageConversion, _ plan: EncodingPlan, _ context: JobContext,
        for seen: SeenRows? = nil, from firstSlice: Int = 0
    ) throws(ImageError) {
        (self.conversion, self.context, self.seen, nextSlice) = (conversion, context, seen, firstSlice)
        converted =
            conversion.writesRowsAsBlurred
            ? nil : try Slice(SliceLayout(width: plan.width, height: 1, format: conversion.written))
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
        if let converted {
            let bytes = unsafe converted.row(0, 0)
            unsafe conversion.convert(UnsafeRawBufferPointer(row), into: bytes)
            unsafe row = bytes
        }
        unsafe seen?.add(UnsafeRawBufferPointer(row), number)
        try unsafe encoder?.writeRow(UnsafeRawBufferPointer(row).bytes)
    }

    func finish() throws(ImageError) { try encoder?.finish() }
}
