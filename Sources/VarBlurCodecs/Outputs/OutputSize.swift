internal import VarBlur

/// A size of an image of which several are made from one decode; one or more outputs are encoded from it.
///
/// Threads share it when its image is complete.
final class OutputSize: @unchecked Sendable {
    private let request: BlurRequest
    private let framing: Framing
    /// What resizes the rows as they are decoded, and the result so far; `nil` after it is complete.
    private var resizer: CroppedRows?
    private var pixels: PixelBuffer?
    /// The blurred image; `nil` before it is complete.
    private(set) var image: BufferedImage?

    /// Describes a size.
    ///
    /// - Parameters:
    ///   - request: the blur of an output of this size.
    ///   - framing: its framing, with the reduction of the decoded image.
    init(_ request: BlurRequest, _ framing: Framing) { (self.request, self.framing) = (request, framing) }

    /// Whether an output has the pixels of this size before they are converted to those of its format.
    func suits(_ other: BlurRequest) -> Bool {
        framing.hasPicture(of: other.framing) && request.blur == other.blur
    }

    /// Gets ready for the rows of the decoded image.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func prepare() throws(ImageError) {
        let (width, height) = framing.geometry.resized
        resizer = try framing.makeResizer()
        pixels = try ImageError.wrapping(PixelBuffer(width: width, height: height, format: framing.format))
    }

    /// Gets the next slice of the decoded image, which has some of its rows.
    func append(_ slice: Slice, _ rows: Range<Int>) {
        guard let resizer else { return }
        for row in rows.clamped(to: resizer.sourceRows) where resizer.needsRow {
            unsafe resizer.append(UnsafeRawBufferPointer(slice.row(0, row - rows.lowerBound)).bytes)
            while resizer.rows.takenRowCount < resizer.rows.rowCount && !resizer.needsRow {
                let row = resizer.rows.takenRowCount
                unsafe pixels?.withUnsafeMutablePixels { pixels in
                    let memory = unsafe UnsafeMutableRawBufferPointer(
                        start: pixels.base + row * pixels.layout.bytesPerRow, count: pixels.layout.rowByteCount)
                    var bytes = unsafe memory.mutableBytes
                    resizer.takeRow(into: &bytes)
                }
            }
        }
    }

    /// Completes the image after the last slice, and blurs it.
    ///
    /// - Throws: an error with the code `outOfMemory`, `timeout`, or `cancelled`.
    func blur(_ context: JobContext) throws(ImageError) {
        guard let resized = pixels.take() else { return }
        resizer = nil
        let image = try framing.completed(BufferedImage(resized), context.timings).buffered()
        try image.apply(request.blur, request.execution, context)
        self.image = image
    }

    /// An upper bound on the memory of the image and of what resizes it, in bytes.
    var byteCount: Int {
        let formats = [request.conversion.decoded, request.conversion.blurred]
        // before and after it is converted, turned, or put between bars
        let images = formats.reduce(0) { $0 + request.geometry.width * request.geometry.height * $1.bytesPerPixel }
        return images + (framing.byteCount(framing.decodedLayout) ?? 0)
    }

    /// An upper bound on the memory of the blur, in bytes.
    var blurByteCount: Int {
        let geometry = request.geometry
        return BlurMemory(
            request.blur, width: geometry.width, height: geometry.height, format: request.conversion.blurred
        ).buffered
    }
}
