internal import VarBlur

/// A size of an image of which several are made from one decode; one or more outputs are encoded from it.
final class OutputSize {
    private let request: BlurRequest
    private let framing: Framing
    private let settings: BlurSettings
    private var resized: ResizedImage?
    /// The blurred image; `nil` before it is complete.
    private(set) var image: BufferedImage?

    /// Describes a size.
    ///
    /// - Parameters:
    ///   - request: the blur of an output of this size.
    ///   - framing: its framing, with the reduction of the decoded image.
    ///   - settings: the settings of the blur.
    init(_ request: BlurRequest, _ framing: Framing, _ settings: BlurSettings) {
        (self.request, self.framing, self.settings) = (request, framing, settings)
    }

    /// Whether an output has the pixels of this size before they are converted to those of its format.
    func suits(_ other: BlurRequest) -> Bool {
        framing.hasPicture(of: other.framing) && request.blur == other.blur
    }

    /// Gets ready for the rows of the decoded image.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func prepare() throws(ImageError) {
        resized = try ResizedImage(framing)
    }

    /// Gets the next slice of the decoded image.
    func append(_ slice: Slice, _ rows: Range<Int>) { resized?.append(slice, rows) }

    /// Completes the image after the last slice, and blurs it.
    ///
    /// - Throws: an error with the code `outOfMemory`, `timeout`, or `cancelled`.
    func blur(_ context: JobContext) throws(ImageError) {
        guard let resized = try resized?.takeImage() else { return }
        self.resized = nil
        let image = try framing.completed(resized, context.timings).buffered()
        let start = Instant.now
        try image.apply(request.blur, settings.engine, settings.execution, until: context.deadline)
        context.timings.add(.blur, since: start)
        self.image = image
    }

    /// An upper bound on the memory of the image and of what resizes it, in bytes.
    var byteCount: Int {
        let formats = [request.conversion.decoded, request.conversion.blurred]
        // before and after it is converted, turned, or put between bars
        let images = formats.reduce(0) { $0 + request.frame.width * request.frame.height * $1.bytesPerPixel }
        return images + (framing.byteCount(framing.decodedLayout) ?? 0)
    }

    /// An upper bound on the memory of the blur, in bytes.
    var blurByteCount: Int {
        let frame = request.frame
        let parameters = BlurMemoryParameters(
            request.blur, width: frame.width, height: frame.height, format: request.conversion.blurred,
            bytesPerRow: frame.width * request.conversion.blurred.bytesPerPixel)
        return settings.engine.algorithm.bufferedMemoryEstimate(parameters)
    }
}
