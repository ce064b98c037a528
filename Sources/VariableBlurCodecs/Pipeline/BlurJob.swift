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
    /// A file appears complete or not at all; whatever had its name before stays until then.
    ///
    /// - Throws: an error that names the file, the cause and the remedy.
    /// - Complexity: that of the engine; the whole image is in memory.
    public func run(from source: ImageSource, to target: OutputTarget) throws(ImageError) -> Report {
        let limits = limits.begun()
        let (contents, identity) = try naming(source.name) { () throws(ImageError) in
            try source.read(limits: limits)
        }
        let early = try naming(target.name) { () throws(ImageError) -> OutputTarget.Opened? in
            try target.check(input: identity, isInPlace: isInPlace)
            // where nothing can be written, nothing has to be computed
            return target.opensEarly ? try target.open(isDurable: output.isDurable) : nil
        }
        let blurred = try naming(source.name) { () throws(ImageError) in
            try BlurredImage.make(from: contents, recipe: recipe, output: output, limits: limits)
        }
        return try naming(target.name) { () throws(ImageError) in
            let opened = if let early { early } else { try target.open(isDurable: output.isDurable) }
            try blurred.encode(to: opened.sink, deadline: limits.deadline)
            try opened.commit()
            return Report(
                width: blurred.pixels.width, height: blurred.pixels.height, notices: blurred.notices,
                isDamaged: blurred.isDamaged)
        }
    }

    private func naming<Result: ~Copyable>(
        _ file: String, _ body: () throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do {
            return try body()
        } catch {
            throw error.about(file)
        }
    }
}
