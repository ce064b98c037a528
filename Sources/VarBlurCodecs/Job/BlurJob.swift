public import VarBlur

/// Blurs an image file and writes the result to another file, on disk or in memory.
public struct BlurJob: Sendable {
    /// How the upright image is turned or mirrored; all else refers to the result.
    public var turn = ImageOrientation.up
    /// The part of the upright image to keep; `nil` for all of it.
    public var crop: Crop?
    /// The size of the output; `nil` for that of the cropped image.
    ///
    /// The image is turned, cropped, resized, and then blurred: radii in pixels, masks, and gradients refer to the output.
    public var resize: Resize?
    /// The standard deviation, in pixels of the output, of the Gaussian with which the resized image is sharpened: at least 0, at most 100.
    ///
    /// An unsharp mask adds the difference between the image and its blur once, before the image is blurred. 0 is no sharpening.
    public var sharpening = 0.0
    /// The blur.
    public var blur: BlurSettings
    /// What text on the tint needs: the opacity of the tint is then chosen for each output; `nil` for the opacity of the tint.
    public var textContrast: TextContrast?
    /// Areas that are painted before the image is blurred, so that nothing of what they cover is left; `nil` for none.
    ///
    /// To blur nothing else, set ``BlurSettings/directions`` to no sides.
    public var fill: AreaFill?
    /// The format and the encoding of the output.
    public var output = OutputSettings()
    /// Limits that protect against malicious inputs.
    public var limits = ImageLimits()
    /// The action if the output exists.
    public var existing = ExistingOutput.fail
    /// Keeps an input that is replaced (``OutputTarget/input``) under its own name followed by this text, such as `.orig`; `nil` to keep
    /// none.
    ///
    /// An existing file of that name is an error, and the input is then unchanged.
    public var backupSuffix: String?
    /// What replaces ``BlurSettings/mask``; `nil` to keep the setting.
    public var maskSource: MaskSource?
    /// Whether the mask of ``maskSource`` is inverted.
    public var isMaskInverted = false
    /// What replaces ``BlurSettings/matte``: it is read like a mask, and is 1 where the image is in front of the blur; `nil` to keep the setting.
    public var matteSource: MaskSource?
    /// Whether the matte of ``matteSource`` is inverted.
    public var isMatteInverted = false
    /// A cache that shares the masks of ``maskSource`` and ``matteSource`` with other jobs; `nil` to read them only for this job.
    public var maskCache: MaskCache?
    /// A cache that shares prepared blurs with other jobs; `nil` to prepare them only for this job.
    package var blurCache: RowBlurCache?
    /// How far the decoder reduces an image that several outputs are made from; `nil` if an output of its own has the same pixels.
    var sharedReduction: Int?
    /// The destination for the alpha of the blur, as a gray 16-bit PNG image; `nil` to write none.
    public var alphaTarget: OutputTarget?
    /// Whether to write a ``JobDigest`` into the output, by which ``ExistingOutput/skipSame`` recognizes it; as opposed to the command, not by
    /// default.
    ///
    /// An output with a ``fill`` never contains one, because guesses of the covered pixels could be checked with it.
    public var writesDigest = false

    /// Whether the output contains a digest.
    var marksOutput: Bool { writesDigest && fill == nil }

    /// Whether no file of several outputs appears if one of the outputs fails.
    package var writesAllOrNothing = false
    /// Is called when all outputs are complete, before the first of them appears as a file.
    package var willAppear: (@Sendable () -> Void)?

    /// The codecs of inputs and outputs.
    var codecs = CodecRegistry.standard

    /// The range of ``sharpening``.
    public static let sharpenings = 0.0...100

    /// A job with default settings.
    ///
    /// - Parameter blur: the blur.
    public init(_ blur: BlurSettings = BlurSettings()) { self.blur = blur }

    /// Reads, blurs, and writes an image.
    ///
    /// ```swift
    /// let output = try job.run(from: .bytes(bytes)).bytes
    /// ```
    ///
    /// The output file appears when it is complete, or not at all. Until then, an existing file is left untouched. The same holds for the
    /// file of ``alphaTarget``: the two appear together, or none of them does.
    ///
    /// If the radius varies only from row to row, decoding, blurring, and encoding overlap, and only some rows are in memory.
    /// The whole image is in memory for blurs that vary between columns or along both axes, mattes, wrapped edges, rotated
    /// images, interlaced PNG files, progressive JPEG files, and WebP files.
    ///
    /// From JPEG to JPEG, the stored planes are cropped, resized, and blurred without color conversion, except for rotated images,
    /// transparent edges, a background color, bars, linear light, and unusual sampling. If at least a quarter of the image is unblurred, the
    /// quality is unchanged, and damage is not allowed, the unblurred parts keep their entropy-coded data, or at least their
    /// coefficients. So does a rotated image that nothing else changes, where whole MCUs allow. With ``JPEGSmoothing``, the quantization steps
    /// may be finer, for the same values.
    ///
    /// - Parameters:
    ///   - source: the input.
    ///   - target: the output; by default, ``Report/bytes``.
    /// - Returns: the output's size, notices, and timings, and the output itself if it is in memory.
    /// - Throws: an error with the file, the cause, and the remedy.
    /// - Complexity: O(pixels).
    public func run(from source: ImageSource, to target: OutputTarget = .memory) throws(ImageError) -> Report {
        try run(from: source, to: [output(at: target)])[0].get()
    }

    /// The only output of the job.
    func output(at target: OutputTarget) -> Output { Output(resize: resize, settings: output, target: target) }

    /// Whether the output may get a gain map.
    var mayKeepGainMap: Bool {
        guard output.stripping.keepsGainMap, let format = output.format else { return output.stripping.keepsGainMap }
        return (try? codecs.codec(of: format))?.gainMapFiles != nil
    }

    /// The conditions of a job that starts now.
    func startingContext(_ cancellation: Cancellation? = nil, gainMaps: GainMapReading) -> JobContext {
        var context = JobContext(
            startingNow: limits, cancellation, stripping: output.stripping,
            needsColors: blur.light == .linear || output.convertsToSRGB, gainMaps: gainMaps)
        context.blurCache = blurCache
        return context
    }
}
