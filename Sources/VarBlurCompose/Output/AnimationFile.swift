internal import VarBlur
internal import VarBlurCodecs
internal import VarBlurCommand

/// The animated files of a request, one after the other, whose frames are written in their order by one thread at a time.
final class AnimationFile: @unchecked Sendable {
    private let request: ComposeRequest
    private let watch: ComposeWatch
    /// The file of the current scale.
    private var writer: AnimationWriter?

    init(_ request: ComposeRequest, _ watch: ComposeWatch) { (self.request, self.watch) = (request, watch) }

    /// Writes a frame; the file appears after the last one.
    ///
    /// - Parameters:
    ///   - pixels: the pixels of the frame, premultiplied.
    ///   - picture: which frame it is; the first and the last one begin and end a file.
    ///   - path: the path of the file.
    ///   - density: the density of the pixels.
    ///   - threads: the number of threads that compress the frame.
    /// - Returns: what was written: nothing before the last frame.
    /// - Throws: an error of the output.
    func write(
        _ pixels: borrowing PixelBuffer, _ picture: ComposePicture, to path: String, density: PixelDensity?,
        threads: Int
    ) throws(ImageError) -> WrittenPicture {
        let count = request.options.frames ?? 1
        if picture.number == 0 {
            let shape = AnimationShape(
                width: pixels.width, height: pixels.height, frameCount: count,
                framesPerSecond: request.options.frameRate)
            writer = try AnimationWriter(
                request.job.output.format ?? .png, shape, request.job.output, density: density, to: .file(path: path),
                replaces: request.job.existing.replaces)
        }
        try writer?.add(pixels, threads: threads)
        guard picture.number == count - 1, let complete = writer else { return WrittenPicture(isKept: true) }
        writer = nil
        let isOnly = request.options.scales.count < 2
        let byteCount = try complete.finish { (commit) throws(ImageError) in try watch.commit(isLast: isOnly, commit) }
        return WrittenPicture(byteCount: byteCount)
    }
}
