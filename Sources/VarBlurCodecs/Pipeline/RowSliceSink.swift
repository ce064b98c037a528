internal import VarBlur

/// Encodes slices of interleaved pixels row by row.
final class RowSliceSink: SliceSink {
    private var encoder: ImageEncoder
    private let conversion: ImageConversion
    private let context: JobContext
    /// A buffer for a row in the written format, if rows are converted.
    private let converted: Slice?
    private var nextSlice = 0

    init(
        _ encoder: consuming ImageEncoder, _ conversion: ImageConversion, _ plan: EncodingPlan, _ context: JobContext
    ) throws(ImageError) {
        (self.conversion, self.context) = (conversion, context)
        converted =
            conversion.writesRowsAsBlurred
            ? nil : try Slice(SliceLayout(width: plan.width, height: 1, format: conversion.written))
        self.encoder = encoder
    }

    func write(_ slice: Slice) throws(ImageError) {
        try context.deadline?.check()
        let rows = slice.layout.rows(0, of: nextSlice)
        for row in 0..<rows.count { unsafe try write(slice.row(0, row)) }
        nextSlice += 1
    }

    private func write(_ row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        var row = unsafe row
        if let converted {
            let bytes = unsafe converted.row(0, 0)
            unsafe conversion.convert(UnsafeRawBufferPointer(row), into: bytes)
            unsafe row = bytes
        }
        try unsafe encoder.writeRow(UnsafeRawBufferPointer(row).bytes)
    }

    func finish() throws(ImageError) { try encoder.finish() }
}
