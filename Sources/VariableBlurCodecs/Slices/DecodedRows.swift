internal import VariableBlur

/// The slices of a file whose pixels are decoded row by row.
final class DecodedRows: SliceSource, @unchecked Sendable {
    let pool: SlicePool
    private let input: InputImage
    private let conversion: ImageConversion
    private let deadline: Deadline?
    private let meter: StageMeter
    /// Room for a row before it gets an alpha channel, if it gets one.
    private let decoded: Slice?
    private var nextSlice = 0

    init(_ input: InputImage, _ conversion: ImageConversion, deadline: Deadline?, meter: StageMeter) throws(ImageError)
    {
        let header = input.header
        pool = SlicePool(SliceLayout(width: header.width, height: header.height, format: conversion.blurred))
        self.input = input
        self.conversion = conversion
        self.deadline = deadline
        self.meter = meter
        decoded =
            conversion.takesRowsAsDecoded(header)
            ? nil : try Slice(SliceLayout(width: header.width, height: 1, format: header.pixelFormat))
    }

    func next() throws(ImageError) -> Slice {
        try deadline?.check()
        let start = ContinuousClock.now
        defer { meter.add(\.decode, since: start) }
        let slice = try pool.take()
        let rows = pool.layout.rows(0, of: nextSlice)
        for row in rows { unsafe try read(into: slice.row(0, row - rows.lowerBound)) }
        nextSlice += 1
        if nextSlice == pool.layout.count { try input.finish() }
        return slice
    }

    private func read(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
        guard let decoded else { return try unsafe input.reader.readRow(into: row) }
        let bytes = unsafe decoded.row(0, 0)
        try unsafe input.reader.readRow(into: bytes)
        unsafe conversion.addAlpha(UnsafeRawBufferPointer(bytes), into: row)
    }
}
