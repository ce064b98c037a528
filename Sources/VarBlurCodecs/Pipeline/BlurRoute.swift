internal import VarBlur

/// A way from an input file to its blurred output: the data that the stages exchange, and the stages at both ends.
struct BlurRoute {
    /// The slices of the input, as they are decoded, unless the decoder reduces planes.
    let decoded: SliceLayout
    /// The slices of the image that is blurred: upright.
    let blurred: SliceLayout
    /// The quantization of the output; `nil` if it does not depend on that of the input.
    var quantization: OutputQuantization?
    /// The slices of the result that are encoded, disjoint nonempty ranges in order; `nil` for all.
    var encodedSlices: [Range<Int>]?
    /// Whether compressed data of unblurred parts is copied from the input.
    var keepsData = false
    /// An upper bound on the memory of decoder and encoder, in bytes.
    var codecByteCount: Int
    /// Whether the output is held in memory, and the route has failed as soon as the output is as long as the input.
    var mustShrinkFile = false
    /// Starts to decode the slices of an input of which no row has been read.
    ///
    /// Returns `nil` if the route does not suit the file; the input is then unchanged.
    var makeSource: (InputDecoder) throws(ImageError) -> (any SliceSource)?
    /// Starts to encode the slices of the result, while the decoder of the input is already running.
    var makeSink: (InputDecoder, RouteOutput) throws(ImageError) -> any SliceSink

    /// A route that crops, resizes, and blurs decoded pixels, between any two formats.
    ///
    /// - Parameters:
    ///   - request: the blur.
    ///   - layout: the slices of an image that is neither cropped nor resized; `nil` for those that suit most images.
    /// - Returns: the route, which suits every file.
    static func pixels(_ request: BlurRequest, in layout: SliceLayout? = nil) -> BlurRoute {
        let (framing, conversion, encoding) = (request.framing, request.conversion, request.encoding)
        let (geometry, decoded) = (framing.geometry, layout ?? framing.decodedLayout)
        let isDecoded = framing.isIdentity && !geometry.orientation.swapsAxes
        return BlurRoute(
            decoded: decoded,
            blurred: isDecoded
                ? decoded : SliceLayout(width: geometry.width, height: geometry.height, format: conversion.blurred),
            quantization: request.writer.quantization(request),
            codecByteCount: request.reader.readerByteCount(request.header)
                + request.writer.writerByteCount(encoding)
                + (framing.isIdentity ? 0 : framing.byteCount(decoded) ?? 0),
            makeSource: { (input) throws(ImageError) in try framing.decodedSlices(of: input, in: layout) },
            makeSink: { [writer = request.writer] (input, output) throws(ImageError) in
                let encoder = try ImageEncoder(encoding, writer, to: output.sink, digest: output.digest)
                return try RowSliceSink(encoder, conversion, encoding, input.context, for: output.seen)
            })
    }
}

/// The output of a route.
struct RouteOutput {
    /// Receives the file.
    let sink: any ByteSink
    /// Computes the digest to write into the file; `nil` for none.
    let digest: (() -> String)?
    /// Gets the rows of a file that stores them exactly; `nil` for none.
    var seen: SeenRows?
}

/// The blur of a file into another one, for which codecs have routes.
struct BlurRequest {
    var header: ImageHeader
    /// How the input becomes the picture that is blurred.
    var framing: Framing
    /// The length of the input in bytes.
    let inputByteCount: Int
    /// The length of the image without its gain map, in bytes: it is encoded alike with and without one.
    let imageByteCount: Int
    let conversion: ImageConversion
    var encoding: EncodingPlan
    /// The codecs of input and output.
    let reader: any ImageCodec
    let writer: any ImageCodec
    let blur: ProgressiveBlur
    /// The pixels that are painted; `nil` for none.
    let fill: FillPlan?
    /// Whether the stages run on their own threads.
    let usesThreads: Bool
    let allowsDamage: Bool

    /// The crop and the size of the result.
    var geometry: PictureGeometry { framing.geometry }

    /// The threads and instructions of the blur.
    var execution: BlurExecution { framing.execution }

    /// When the work ends early; `nil` for never.
    var deadline: Deadline? { encoding.deadline }

    /// Whether slices are blurred while further slices are being decoded; otherwise the whole image is buffered.
    var isStreamed: Bool {
        blur.variation == .betweenRows && (!framing.isIdentity || header.orientation == .up)
    }

    /// The rows of the picture in which the blur changes a pixel.
    ///
    /// - Throws: an error with the code `timeout` after the deadline.
    func blurredRows() throws(ImageError) -> [Range<Int>] {
        let (width, height) = (geometry.width, geometry.height)
        let sampling = try ImageError.wrapping(
            PlaneSampling(imageWidth: width, imageHeight: height, horizontalRatio: 1, verticalRatio: 1))
        return try blur.blurredRows(width: width, height: height, format: conversion.blurred, sampling: sampling) {
            () throws(ImageError) in try deadline?.check()
        }
    }

    /// Leaves out the number of significant bits of the input, unless all pixels of the output have values of the input.
    ///
    /// - Throws: an error with the code `timeout` after the deadline.
    mutating func leaveOutSignificantBits() throws(ImageError) {
        guard encoding.metadata.colorChunks.contains(where: { $0.type == PNGChunk.significantBitsType }) else { return }
        let isKept =
            fill == nil && framing.colors == nil && framing.sharpening == 0 && !geometry.isResized && !geometry.hasBars
            && conversion.blursRowsAsDecoded(header) && conversion.writesRowsAsBlurred
        if isKept, try blurredRows().isEmpty { return }
        encoding.leaveOutSignificantBits()
    }
}
