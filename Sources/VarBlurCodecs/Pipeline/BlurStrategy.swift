/// A strategy for producing the output file from the input file.
protocol BlurStrategy {
    /// The slices of the input, as they are decoded.
    var layout: SliceLayout { get }

    /// An upper bound on the memory of decoder and encoder, in bytes.
    func codecByteCount(_ inputByteCount: Int) -> Int

    /// Decodes, blurs and encodes the image.
    ///
    /// - Parameters:
    ///   - pipeline: runs the stages, on several threads if that is worthwhile.
    ///   - input: the opened input, of which no row has been read.
    ///   - sink: receives the output file.
    /// - Throws: an error with the name of its file.
    func run(_ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink) throws(ImageError)
}

/// Blurs decoded pixels, between any two formats.
struct PixelStrategy: BlurStrategy {
    let header: ImageHeader
    let conversion: ImageConversion
    let encoding: EncodingPlan
    let reader: any ImageCodec
    let writer: any ImageCodec

    var layout: SliceLayout {
        SliceLayout(width: header.width, height: header.height, format: conversion.blurred)
    }

    func codecByteCount(_ inputByteCount: Int) -> Int {
        reader.readerByteCount(header) + writer.writerByteCount(encoding)
    }

    func run(_ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink) throws(ImageError) {
        try run(pipeline, input) { (encoding, digest) throws(ImageError) in
            try ImageEncoder(encoding, writer, to: sink, digest: digest)
        }
    }

    /// Decodes, blurs and encodes the image with an encoder that is made when the decoder is already running.
    func run(
        _ pipeline: BlurPipeline, _ input: InputDecoder,
        _ makeEncoder: (EncodingPlan, (() -> String)?) throws(ImageError) -> ImageEncoder
    ) throws(ImageError) {
        let slices = try pipeline.source.attributingErrors { () throws(ImageError) in
            try RowSliceSource(input, conversion, layout, pipeline.context)
        }
        try pipeline.process(slices) { () throws(ImageError) in
            try RowSliceSink(makeEncoder(encoding, pipeline.digest), conversion, encoding, pipeline.context)
        }
    }
}
