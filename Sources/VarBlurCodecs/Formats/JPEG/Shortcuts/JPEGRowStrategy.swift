internal import VarBlur

/// A strategy for JPEG files whose slices are MCU rows, so that some of them can keep their coefficients.
protocol MCURowStrategy: BlurStrategy {
    var encoding: EncodingPlan { get }
    /// The layout of the stored planes.
    var planes: SliceLayout { get }
    /// The memory of the reader in bytes.
    var readerByteCount: Int { get }

    /// The slices of the input.
    func slices(of input: InputDecoder, _ context: JobContext) throws(ImageError) -> any SliceSource
}

extension MCURowStrategy {
    /// The size of all coefficients, of two bytes each.
    var coefficientByteCount: Int { 2 * planes.byteCount * planes.count }
}

/// Blurs the pixels of a JPEG file, in slices of one MCU row: for linear light, which has no planes of YCbCr.
struct JPEGRowStrategy: MCURowStrategy {
    let layout: SliceLayout
    let planes: SliceLayout
    private let pixels: PixelStrategy

    /// Returns `nil` if the output has other pixels than the input, or an unusual sampling.
    init?(_ request: ShortcutRequest, _ codec: JPEGCodec) throws(ImageError) {
        let (header, conversion) = (request.header, request.conversion)
        guard conversion.blursRowsAsDecoded(header), conversion.writesRowsAsBlurred, header.orientation == .up,
            let style = header.jpegStyle, style.encodable(takesPlanes: false).sampling == style.sampling
        else { return nil }
        planes = try ImageError.wrapping { () throws(BlurError) in
            try SliceLayout(width: header.width, height: header.height, sampling: style.sampling)
        }
        let rowCount = planes.components.reduce(0) { max($0, $1.rowsPerSlice) }
        let rowBytes = header.width * conversion.blurred.bytesPerPixel
        layout = SliceLayout(
            components: [
                SliceLayout.Component(
                    width: header.width, height: header.height, format: conversion.blurred, sampling: nil,
                    rowsPerSlice: rowCount, bytesPerRow: rowBytes, offset: 0)
            ],
            count: planes.count)
        pixels = PixelStrategy(
            header: header, conversion: conversion, encoding: request.encoding, reader: codec, writer: codec)
    }

    var encoding: EncodingPlan { pixels.encoding }

    var readerByteCount: Int { pixels.header.holdsWholeImage ? coefficientByteCount : 0 }

    func codecByteCount(_ inputByteCount: Int) -> Int { pixels.codecByteCount(inputByteCount) }

    func run(_ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink) throws(ImageError) {
        try pixels.run(pipeline, input, to: sink)
    }

    func slices(of input: InputDecoder, _ context: JobContext) throws(ImageError) -> any SliceSource {
        try RowSliceSource(input, pixels.conversion, layout, context)
    }
}
