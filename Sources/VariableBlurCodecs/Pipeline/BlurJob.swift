internal import VariableBlur

/// Blurs one image file into another.
public struct BlurJob: Sendable {
    /// The blur.
    public var recipe = BlurRecipe()
    /// How the result is written.
    public var output = OutputSettings()
    /// What the input may ask for.
    public var limits = ImageLimits()
    /// Whether the output replaces the input file.
    public var isInPlace = false

    /// What a job has done.
    public struct Report: Sendable, Hashable {
        /// The upright image's width in pixels.
        public var width: Int
        /// The upright image's height in pixels.
        public var height: Int
        /// What the user may want to know, one sentence each without a full stop.
        public var notices: [String]
        /// Whether the input was damaged, and what was missing filled; see ``ImageLimits/allowsDamage``.
        public var isDamaged: Bool
    }

    /// A job of default settings.
    public init() {}

    /// Reads, blurs and writes an image.
    ///
    /// A file appears complete or not at all; whatever had its name before stays until then. With a ramp from top or bottom
    /// and an image that stands upright, decoding, blurring and encoding go on at once, and only some rows are in memory;
    /// otherwise the whole image is. A JPEG file that becomes one is blurred in its own planes, and with a ramp from top
    /// or bottom that leaves a quarter of it clear, the clear part keeps its coefficients.
    ///
    /// - Throws: an error that names the file, the cause and the remedy.
    /// - Complexity: that of the engine and the codecs.
    public func run(from source: ImageSource, to target: OutputTarget) throws(ImageError) -> Report {
        let limits = limits.begun()
        let (contents, identity) = try source.naming { () throws(ImageError) in try source.read(limits: limits) }
        let opened = try target.naming { () throws(ImageError) -> OutputTarget.Opened? in
            try target.check(input: identity, isInPlace: isInPlace)
            // where nothing can be written, nothing has to be computed
            return target.opensEarly ? try target.open(isDurable: output.isDurable) : nil
        }
        let (input, plan) = try source.naming { () throws(ImageError) in
            let input = try InputImage(contents, limits: limits)
            let plan = try BlurPlan(input.header, recipe, output, allowsDamage: limits.allowsDamage)
            try limits.check(memory: plan.memoryEstimate(inputBytes: contents.count))
            return (input, plan)
        }
        let run = BlurRun(plan: plan, source: source, target: target, contents: contents, limits: limits)
        let finished: InputImage
        if let opened {
            finished = try run.run(input, to: opened.sink)
            try target.naming(opened.commit)
        } else {
            // what a pipe has been given cannot be taken back: it gets nothing before all of it is there
            let held = try target.naming { () throws(ImageError) in try HeldOutput() }
            finished = try run.run(input, to: held)
            try target.naming { () throws(ImageError) in
                let opened = try target.open(isDurable: output.isDurable)
                try held.write(to: opened.sink)
                try opened.commit()
            }
        }
        return Report(
            width: plan.header.uprightWidth, height: plan.header.uprightHeight,
            notices: finished.notices + plan.notices, isDamaged: finished.reader.damage != nil)
    }
}
