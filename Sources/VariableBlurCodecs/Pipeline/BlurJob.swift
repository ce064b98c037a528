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
    /// What becomes of an output that exists, beyond what the target says.
    public var existing = ExistingOutput.asTheTargetSays

    /// Whether the output says what it is made of, so that ``ExistingOutput/skipSame`` knows it again.
    public var writesDigest = false

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
        /// Whether the output was there already, and ``BlurJob/existing`` says to leave it; width and height are then 0.
        public var isSkipped = false
        /// The input's length in bytes; 0 if it was not read.
        public var inputBytes = 0
        /// The output's length in bytes; 0 if it was not written.
        public var outputBytes = 0
        /// What the output is made of; `nil` if the input was not read.
        public var digest: JobDigest?
        /// What took how long.
        public var times = StageTimes()

        /// What is to be said of a job that had nothing to do.
        static func skipped(digest: JobDigest? = nil, inputBytes: Int = 0, times: StageTimes = StageTimes()) -> Report {
            var report = Report(width: 0, height: 0, notices: [], isDamaged: false)
            (report.isSkipped, report.digest, report.inputBytes, report.times) = (true, digest, inputBytes, times)
            return report
        }
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
        if existing == .skip && target.exists { return .skipped() }
        let limits = limits.begun()
        var watch = StageWatch()
        let (contents, identity) = try naming(source.name) { () throws(ImageError) in
            try source.read(limits: limits)
        }
        let digest = JobDigest(of: self, contents: contents)
        watch.end(\.read)
        if existing == .skipSame && target.holds(digest, limits: limits) {
            return .skipped(digest: digest, inputBytes: contents.count, times: watch.times)
        }
        let early = try naming(target.name) { () throws(ImageError) -> OutputTarget.Opened? in
            try target.check(input: identity, isInPlace: isInPlace)
            // where nothing can be written, nothing has to be computed
            return target.opensEarly ? try target.open(isDurable: output.isDurable) : nil
        }
        let blurred = try naming(source.name) { () throws(ImageError) in
            try BlurredImage.make(
                from: contents, recipe: recipe, output: output, limits: limits, digest: writesDigest ? digest : nil)
        }
        return try naming(target.name) { () throws(ImageError) in
            let opened = if let early { early } else { try target.open(isDurable: output.isDurable) }
            let counter = CountingSink(opened.sink)
            watch.begin()
            try blurred.encode(to: counter, deadline: limits.deadline)
            watch.end(\.encode)
            try opened.commit()
            watch.end(\.commit)
            var report = Report(
                width: blurred.pixels.width, height: blurred.pixels.height, notices: blurred.notices,
                isDamaged: blurred.isDamaged)
            (report.inputBytes, report.outputBytes, report.digest) = (contents.count, counter.count, digest)
            report.times = watch.times.adding(blurred.times)
            return report
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
