/// The fast engine for small images of one size and format, prepared for any number of them.
///
/// For an image of a few hundred pixels, allocating memory and designing filters takes longer than blurring. Results equal those of
/// ``ProgressiveBlur``. Not thread-safe.
package final class PreparedBlur {
    /// The most pixels, and the most lines, of a small image.
    private static let (greatestPixelCount, greatestLineCount) = (4096, 128)

    private let task: RowTask
    private let isTransposed: Bool
    private let (width, height): (Int, Int)
    private var band: FastBand?

    /// Prepares a blur; `nil` if the radius varies along both axes, with a matte or a mosaic, and for large images.
    package init?(_ blur: ProgressiveBlur, _ layout: PixelLayout, instructionSet: InstructionSet) {
        guard blur.variation != .betweenPixels, blur.mosaic == nil,
            layout.width <= Self.greatestPixelCount / layout.height,
            max(layout.width, layout.height) <= Self.greatestLineCount
        else { return nil }
        let execution = BlurExecution(threadCount: 1, instructionSet: instructionSet)
        guard let task = RowTask(BlurTask(blur, layout.format, PlaneSampling(whole: layout), execution), layout) else {
            return nil
        }
        (self.task, isTransposed) = (task, blur.variation == .betweenColumns)
        (width, height) = (layout.width, layout.height)
    }

    /// Whether the blur is prepared for images of a layout.
    package func isPrepared(for layout: PixelLayout) -> Bool {
        width == layout.width && height == layout.height && task.format == layout.format
    }

    /// Blurs an image of the prepared size and format into another, which may be the same.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``, for the first image.
    package func blur(_ source: UnsafePixels, into destination: UnsafeMutablePixels) throws(BlurError) {
        let job = unsafe BandJob(task, isTransposed: isTransposed, source, source.layout.bounds, into: destination)
        if band == nil { band = try FastBand(job, job.rows, isKept: true) }
        guard let band else { return }
        band.rewind()
        band.prepare(job)
        band.run(job)
    }
}
