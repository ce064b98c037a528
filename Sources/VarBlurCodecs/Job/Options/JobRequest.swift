internal import VarBlur

/// The options of a single image.
package struct JobRequest: Sendable, Hashable {
    package init() {}

    /// The crop and the size.
    package var size = SizeRequest()
    package var blur = BlurSettings()
    /// The name of the preset, whose settings precede the others; `nil` for none.
    package var preset: String?
    package var look = LookRequest()
    package var area = AreaRequest()
    /// The names of the options that were given.
    package var names: [String] = []
    package var mask: MaskSource?
    package var isMaskInverted = false
    package var matte: MaskSource?
    package var isMatteInverted = false
    /// The path, or the pattern of the paths, of masks to write; `nil` for none.
    package var alphaPath: String?
    /// The path of the mask, or `-` for standard input; `nil` without a file.
    package var maskPath: String? { mask?.path }
    /// The path of the matte, or `-` for standard input; `nil` without a file.
    package var mattePath: String? { matte?.path }
    /// Whether masks are read or written.
    package var hasMaskFiles: Bool { maskPath != nil || mattePath != nil || alphaPath != nil }
    /// Whether the number of threads was given.
    package var setsThreadCount = false
    package var output = OutputSettings()
    /// Whether outputs contain the digest by which they are recognized.
    package var writesDigest = true
    /// The rule for outputs that exist, if it was given.
    package var ifExists: ExistingOutput?
    /// Whether `--force` was given.
    package var isForced = false
    package var limits = ImageLimits()

    /// The rule in effect for outputs that exist.
    package var existing: ExistingOutput { isForced ? .replace : ifExists ?? .fail }

    /// Whether a ramp or a mask was given, beside areas.
    package var hasRamp: Bool {
        !blur.gradients.isEmpty || names.contains { ["mask", "direction", "start-offset", "reach"].contains($0) }
    }

    /// The masks that the images of a run share.
    private static let maskCache = MaskCache()
    /// The prepared blurs that the images of a run share.
    private static let blurCache = RowBlurCache()

    /// The job for an output.
    ///
    /// The output's extension selects the format if no option does.
    ///
    /// - Parameters:
    ///   - path: The output; `nil` if its extension does not matter.
    ///   - defaultThreads: The number of threads if none was given; `nil` for one per processor.
    ///   - imagesAtOnce: The number of images that share the memory of the process.
    /// - Returns: The job.
    /// - Throws: `UsageError` for an extension of another format than the option's, or of none that is written.
    package func job(output path: String?, defaultThreads: Int?, imagesAtOnce: Int) throws(UsageError) -> BlurJob {
        var job = BlurJob(blur)
        (job.turn, job.crop, job.resize, job.sharpening) = (size.turn, size.crop, size.resize, size.sharpening)
        do throws(BlurError) {
            job.blur.look = try look.look()
            if look.opacity == .automatic { job.textContrast = look.textContrast }
        } catch {
            throw UsageError(UsageText(error.message))
        }
        try area.apply(to: &job, hasRamp: hasRamp)
        if !setsThreadCount, let defaultThreads { job.blur.execution.threadCount = defaultThreads }
        job.output = output
        if let path { job.output.format = try OutputFormat.format(of: path, requested: output.format) }
        job.existing = existing
        job.writesDigest = writesDigest
        job.limits = limits
        job.limits.imagesAtOnce = imagesAtOnce
        (job.maskSource, job.isMaskInverted) = (mask, isMaskInverted)
        (job.matteSource, job.isMatteInverted) = (matte, isMatteInverted)
        (job.maskCache, job.blurCache) = (Self.maskCache, Self.blurCache)
        return job
    }
}
