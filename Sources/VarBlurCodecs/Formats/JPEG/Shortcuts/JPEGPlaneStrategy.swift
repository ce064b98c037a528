internal import VarBlur

/// Blurs the stored planes of a JPEG file, which avoids color conversion and adds hardly any loss.
struct JPEGPlaneStrategy: MCURowStrategy {
    let header: ImageHeader
    let encoding: EncodingPlan
    let layout: SliceLayout
    var planes: SliceLayout { layout }

    /// Returns `nil` if the output needs pixels: for a rotation, another alpha channel or color, linear light of YCbCr, or an unusual
    /// sampling.
    init?(_ request: ShortcutRequest) throws(ImageError) {
        let (header, conversion) = (request.header, request.conversion)
        guard conversion.blursRowsAsDecoded(header), conversion.writesRowsAsBlurred, header.orientation == .up,
            request.blur.edges != .transparent, let style = header.jpegStyle,
            style.encodable(takesPlanes: true).sampling == style.sampling,
            // the luma of a pixel is not known where red, green and blue are blurred separately
            style.color != .rgb || request.blur.look.isNone,
            !request.blur.light.isLinear || style.color == .gray
                || style.color == .rgb && request.blur.light.curves.count == 1
        else { return nil }
        (self.header, encoding) = (header, request.encoding)
        layout = try ImageError.wrapping { () throws(BlurError) in
            try SliceLayout(width: header.width, height: header.height, sampling: style.sampling)
        }
    }

    var readerByteCount: Int { header.holdsWholeImage ? coefficientByteCount : 0 }

    func codecByteCount(_ inputByteCount: Int) -> Int {
        readerByteCount + (encoding.isProgressiveJPEG ? coefficientByteCount : 0)
    }

    func run(_ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink) throws(ImageError) {
        try pipeline.process(slices(of: input, pipeline.context)) { () throws(ImageError) in
            try PlaneSliceSink(encoding.with(pipeline.digest), to: sink, deadline: pipeline.context.deadline)
        }
    }

    /// The planes of the input.
    func slices(of input: InputDecoder, _ context: JobContext) throws(ImageError) -> any SliceSource {
        guard let reader = input.reader as? JPEGReader else { throw ImageError(.fault, "only JPEG files have planes") }
        return PlaneSliceSource(reader, layout, context)
    }
}
