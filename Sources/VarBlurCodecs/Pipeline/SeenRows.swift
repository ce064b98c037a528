internal import VarBlur

/// Measures how legible text is on rows of an output, as they are seen: in sRGB.
final class SeenRows {
    private(set) var result: TintLegibility.Measurement
    private let legibility: TintLegibility
    private let opacity: Double
    /// What prepares rows for the conversion of their colors; `nil` if they need nothing.
    private let preparation: RowFormatConverter?
    private let stage: ColorStage
    /// What makes rows in sRGB those that are measured; `nil` if they are such.
    private let completion: RowFormatConverter?
    /// A row before and after the conversion of its colors.
    private let (prepared, seen): (Slice, Slice)
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
        let measured = PixelFormat(.bgra, alpha: .premultiplied)
        func converter(_ source: PixelFormat, to target: PixelFormat) throws(ImageError) -> RowFormatConverter? {
            source == target ? nil : try ImageError.wrapping(RowFormatConverter(source, to: target))
        }
        preparation = try converter(header.pixelFormat, to: conversion.source)
        completion = try converter(conversion.target, to: measured)
        prepared = try Slice(SliceLayout(width: header.width, height: 1, format: conversion.source))
        seen = try Slice(SliceLayout(width: header.width, height: 1, format: conversion.target))
        stage = try ColorStage(conversion, width: header.width, height: 1)
        band = try ImageError.wrapping(
            PixelBuffer(width: header.width, height: legibility.cellSide, format: measured))
    }

    /// Gets the next row of the output as it is written, and its number.
    func add(_ row: UnsafeRawBufferPointer, _ number: Int) {
        guard legibility.rows.contains(number) else { return }
        if let preparation {
            let bytes = unsafe prepared.row(0, 0)
            unsafe preparation.convert(row.baseAddress, to: bytes.baseAddress, count: band.width)
            unsafe stage.append(UnsafeRawBufferPointer(bytes).bytes)
        } else {
            unsafe stage.append(row.bytes)
        }
        let place = (number - legibility.rows.lowerBound) % legibility.cellSide
        unsafe band.withUnsafeMutablePixels { pixels in
            let start = unsafe pixels.base + pixels.layout.byteOffset(x: 0, y: place)
            let bytes =
                unsafe completion == nil
                ? UnsafeMutableRawBufferPointer(start: start, count: pixels.layout.rowByteCount) : seen.row(0, 0)
            var result = unsafe bytes.mutableBytes
            stage.takeRow(into: &result)
            unsafe completion?.convert(bytes.baseAddress, to: start, count: pixels.layout.width)
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
