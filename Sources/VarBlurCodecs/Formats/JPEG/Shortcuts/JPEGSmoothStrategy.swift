internal import VarBlur

/// Encodes a strongly blurred JPEG file with finer steps for low frequencies, unless the file becomes longer than the input.
///
/// The output is held in memory until it is known to be shorter. If it is not, the job starts again with the steps of the input.
struct JPEGSmoothStrategy: BlurStrategy {
    private let smooth: any BlurStrategy
    private let plain: any BlurStrategy

    /// Returns `nil` if the settings forbid finer steps, or too little of the image is blurred for them to be worthwhile.
    ///
    /// - Parameters:
    ///   - request: the blur.
    ///   - make: makes the strategy that encodes the whole image.
    /// - Throws: an error of `make`.
    init?(
        _ request: ShortcutRequest, _ make: (ShortcutRequest) throws(ImageError) -> any BlurStrategy
    ) throws(ImageError) {
        let (header, blur) = (request.header, request.blur)
        guard let encoding = request.encoding.encoding.jpeg, encoding.smoothing == .auto, let finer = encoding.smooth,
            blur.isSmooth(width: header.uprightWidth, height: header.uprightHeight)
        else { return nil }
        var smoothRequest = request
        smoothRequest.encoding.encoding = ImageEncoding(.jpeg, finer)
        (smooth, plain) = (try make(smoothRequest), try make(request))
    }

    var layout: SliceLayout { plain.layout }

    /// The held output has at most the length of the input; while it grows, it is in memory twice.
    func codecByteCount(_ inputByteCount: Int) -> Int { plain.codecByteCount(inputByteCount) + 3 * inputByteCount }

    func run(_ pipeline: BlurPipeline, _ input: InputDecoder, to sink: CountingSink) throws(ImageError) {
        let held = try MemoryFile()
        held.limit = pipeline.contents.count - 1
        do throws(ImageError) {
            try smooth.run(pipeline, input, to: CountingSink(held, pipeline.target))
        } catch  where error.reason == .outputMemoryLimit {
            try pipeline.source.attributingErrors { () throws(ImageError) in try input.restart() }
            return try plain.run(pipeline, input, to: sink)
        }
        try held.write(to: sink)
    }
}
