internal import VarBlur

/// Measures how legible text is on rows of an output, as they are seen: in sRGB.
final class SeenRows {
    private(set) var result: TintLegibility.Measurement
    private let legibility: TintLegibility
    private let opacity: Double
    /// What converts rows to 8 bits, and multiplies colors by alpha; `nil` if rows are such.
    private let rows: RowFormatConverter?
    private let stage: ColorStage
    /// A converted row.
    private let converted: Slice
    /// The rows of the cells that are not measured yet.
    private var band: PixelBuffer

    /// Prepares to measure an output with a header, whose tint has an opacity.
    ///
    /// - Throws: an error with the code `outOfMemory`, or `unsupported` without the library that converts colors.
    init(
        _ header: ImageHeader, _ legibility: TintLegibility, tintedBy opacity: Double
    ) throws(ImageError) {
        let conversion = PixelConversion(seen: header)
        (self.legibility, self.opacity) = (legibility, opacity)
        result = TintLegibility.Measurement(tintedBy: opacity)
        rows =
            header.pixelFormat == conversion.source
            ? nil : try ImageError.wrapping(RowFormatConverter(header.pixelFormat, to: conversion.source))
        converted = try Slice(SliceLayout(width: header.width, height: 1, format: conversion.source))
        stage = try ColorStage(conversion, width: header.width, height: 1)
        band = try ImageError.wrapping(
            PixelBuffer(width: header.width, height: legibility.cellSide, format: conversion.target))
    }

    /// Gets the next row of the output as it is written, and its number.
    func add(_ row: UnsafeRawBufferPointer, _ number: Int) {
        guard legibility.rows.contains(number) else { return }
        if let rows {
            let bytes = unsafe converted.row(0, 0)
            unsafe rows.convert(row.baseAddress, to: bytes.baseAddress, count: converted.layout.components[0].width)
            unsafe stage.append(UnsafeRawBufferPointer(bytes).bytes)
        } else {
            unsafe stage.append(row.bytes)
        }
        let place = (number - legibility.rows.lowerBound) % legibility.cellSide
        unsafe band.withUnsafeMutablePixels { pixels in
            let start = unsafe pixels.base + pixels.layout.byteOffset(x: 0, y: place)
            var result = unsafe UnsafeMutableRawBufferPointer(start: start, count: pixels.layout.rowByteCount)
                .mutableBytes
            stage.takeRow(into: &result)
        }
        guard place + 1 == legibility.cellSide || number + 1 == legibility.rows.upperBound else { return }
        legibility.measure(band, from: number - place, tintedBy: opacity, &result)
    }

    /// Decodes an output, of which no row has been read, and gets its rows.
    func add(_ input: InputDecoder) throws(ImageError) {
        input.firstRow = legibility.rows.lowerBound
        var framing = Framing(whole: input.header, .up)
        framing.usesThreads = framing.execution.usesThreads(forPixels: input.header.pixelCount)
        let slices = try framing.slices(of: input)
        defer { slices.stop() }
        let layout = slices.pool.layout
        for number in 0...(legibility.rows.upperBound - 1) / layout.components[0].rowsPerSlice {
            let slice = try slices.next()
            let rows = layout.rows(0, of: number)
            for row in rows { unsafe add(UnsafeRawBufferPointer(slice.row(0, row - rows.lowerBound)), row) }
            slices.pool.recycle(slice)
        }
    }
}
