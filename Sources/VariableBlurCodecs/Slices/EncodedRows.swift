internal import VariableBlur

/// Encodes slices of interleaved pixels row by row.
final class EncodedRows: SliceSink {
    private var encoder: ImageEncoder
    private let conversion: ImageConversion
    private let deadline: Deadline?
    /// Room for a row in the written format, if it is not written as it is blurred.
    private let converted: Slice?
    private var nextSlice = 0

    init(
        _ plan: EncodingPlan, _ conversion: ImageConversion, to sink: any ByteSink, digest: JobDigest.Lazy?,
        deadline: Deadline?
    ) throws(ImageError) {
        self.conversion = conversion
        self.deadline = deadline
        converted =
            conversion.writesRowsAsBlurred
            ? nil : try Slice(SliceLayout(width: plan.width, height: 1, format: conversion.written))
        encoder = try ImageEncoder(plan, to: sink, digest: digest.map { digest in { digest.value.description } })
    }

    func write(_ slice: Slice) throws(ImageError) {
        try deadline?.check()
        let rows = slice.layout.rows(0, of: nextSlice)
        for row in 0..<rows.count { unsafe try write(slice.row(0, row)) }
        nextSlice += 1
    }

    private func write(_ row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        var row = unsafe row
        if let converted {
            let bytes = unsafe converted.row(0, 0)
            unsafe conversion.finish(UnsafeRawBufferPointer(row), into: bytes)
            unsafe row = bytes
        }
        try unsafe encoder.writeRow(UnsafeRawBufferPointer(row).bytes)
    }

    func finish() throws(ImageError) { try encoder.finish() }
}
