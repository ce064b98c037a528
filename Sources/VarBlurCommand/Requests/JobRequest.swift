internal import VarBlur
package import VarBlurCodecs

/// What to do if an output exists.
enum ExistingOutputRule: String, CaseIterable, Sendable {
    /// The image fails.
    case error
    /// The image is skipped.
    case skip
    /// The image is skipped if the output was made from the same input with the same settings, else replaced.
    case skipSame = "skip-same"
    /// The output is replaced.
    case overwrite
}

/// The options of a single image.
package struct JobRequest: Sendable, Hashable {
    /// The crop and the size.
    var size = SizeRequest()
    var blur = BlurSettings()
    /// The name of the preset, whose settings precede the others; `nil` for none.
    var preset: String?
    var look = LookRequest()
    var area = AreaRequest()
    /// The options that were given for the shape of the blur.
    var shape = ShapeOptions()
    /// The path of the mask; `nil` for none.
    var maskPath: String?
    var isMaskInverted = false
    /// The path of the matte; `nil` for none.
    var mattePath: String?
    var isMatteInverted = false
    /// The path, or the pattern of the paths, of masks to write; `nil` for none.
    var alphaPath: String?
    /// Whether masks are read or written.
    var hasMaskFiles: Bool { maskPath != nil || mattePath != nil || alphaPath != nil }
    /// Whether the number of threads was given.
    var setsThreadCount = false
    package var output = OutputSettings()
    /// Whether outputs contain the digest by which they are recognized.
    package var writesDigest = true
    /// The rule for outputs that exist, if it was given.
    var ifExists: ExistingOutputRule?
    /// Whether `--force` was given.
    var isForced = false
    package var limits = ImageLimits()

    /// The rule in effect for outputs that exist.
    var existingOutputRule: ExistingOutputRule { isForced ? .overwrite : ifExists ?? .error }

    /// The rule as the library represents it.
    package var existing: ExistingOutput {
        switch existingOutputRule {
        case .error: .fail
        case .overwrite: .replace
        case .skip: .skip
        case .skipSame: .skipSame
        }
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
    func job(output path: String?, defaultThreads: Int?, imagesAtOnce: Int) throws(UsageError) -> BlurJob {
        var job = BlurJob(blur)
        (job.crop, job.resize) = (size.crop, size.resize)
        do throws(BlurError) {
            job.blur.look = try look.look()
        } catch {
            throw UsageError(UsageText(error.message))
        }
        let hasRamp = !blur.gradients.isEmpty || !shape.isDisjoint(with: [.mask, .sides, .startOffset, .reach])
        try area.apply(to: &job, hasRamp: hasRamp)
        if !setsThreadCount, let defaultThreads { job.blur.execution.threadCount = defaultThreads }
        job.output = output
        if let path { job.output.format = try OutputFormat.format(of: path, requested: output.format) }
        job.existing = existing
        job.writesDigest = writesDigest
        job.limits = limits
        job.limits.imagesAtOnce = imagesAtOnce
        job.maskSource = maskPath.map { $0.isSame(as: "-") ? .standardInput : .file(path: $0) }
        job.isMaskInverted = isMaskInverted
        job.matteSource = mattePath.map { $0.isSame(as: "-") ? .standardInput : .file(path: $0) }
        job.isMatteInverted = isMatteInverted
        (job.maskCache, job.blurCache) = (Self.maskCache, Self.blurCache)
        return job
    }
}

/// The kinds of options that describe the shape of a blur.
struct ShapeOptions: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let ramps = ShapeOptions(rawValue: 1 << 0)
    static let mask = ShapeOptions(rawValue: 1 << 1)
    static let sides = ShapeOptions(rawValue: 1 << 2)
    static let startOffset = ShapeOptions(rawValue: 1 << 3)
    static let radii = ShapeOptions(rawValue: 1 << 4)
    static let reach = ShapeOptions(rawValue: 1 << 5)
}
