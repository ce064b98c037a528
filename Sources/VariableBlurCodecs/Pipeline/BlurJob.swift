internal import VariableBlur

/// Blurs one image file into another.
public struct BlurJob: Sendable {
    /// The blur.
    public var blur = BlurSettings()
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
        /// What the output is made of; `nil` if nobody needed to know.
        public var digest: JobDigest?
        /// What took how long.
        ///
        /// Decoding, blurring and encoding may go on at once, so that their sum may be more than all took.
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
    /// A file appears complete or not at all; whatever had its name before stays until then. With a ramp from top or bottom
    /// and an image that stands upright, decoding, blurring and encoding go on at once, and only some rows are in memory;
    /// otherwise the whole image is. A JPEG file that becomes one is blurred in its own planes, and with a ramp from top
    /// or bottom that leaves a quarter of it clear, the clear part keeps its codes, or at least its coefficients; but for the
    /// odd file whose coefficients cannot be written, which is blurred as a whole.
    ///
    /// - Throws: an error that names the file, the cause and the remedy.
    /// - Complexity: that of the engine and the codecs.
    public func run(from source: ImageSource, to target: OutputTarget) throws(ImageError) -> Report {
        if existing == .skip && target.exists { return .skipped() }
        let limits = limits.begun()
        var watch = StageWatch()
        let (contents, identity) = try source.naming { () throws(ImageError) in try source.read(limits: limits) }
        watch.end(\.read)
        let digest = JobDigest.Lazy(of: self, contents: contents)
        if existing == .skipSame && target.holds(digest.value, limits: limits) {
            return .skipped(digest: digest.value, inputBytes: contents.count, times: watch.times)
        }
        let opened = try target.naming { () throws(ImageError) -> OutputTarget.Opened? in
            try target.check(input: identity, isInPlace: isInPlace)
            // where nothing can be written, nothing has to be computed
            return target.opensEarly ? try target.open(isDurable: output.isDurable) : nil
        }
        let (input, plan) = try source.naming { () throws(ImageError) in
            let input = try InputImage(contents, limits: limits)
            let plan = try BlurPlan(input.header, blur, output, allowsDamage: limits.allowsDamage)
            try limits.check(memory: plan.memoryEstimate(inputBytes: contents.count))
            return (input, plan)
        }
        if writesDigest && plan.usesThreads { digest.begin() }
        let run = BlurRun(
            plan: plan, digest: writesDigest ? digest : nil, source: source, target: target, contents: contents,
            limits: limits)
        let finished: BlurRun.Outcome
        if let opened {
            finished = try run.run(input, to: opened.sink)
            watch.begin()
            try target.naming(opened.commit)
        } else {
            // what a pipe has been given cannot be taken back: it gets nothing before all of it is there
            let held = try target.naming { () throws(ImageError) in try HeldOutput() }
            finished = try run.run(input, to: held)
            watch.begin()
            try target.naming { () throws(ImageError) in
                let opened = try target.open(isDurable: output.isDurable)
                try held.write(to: opened.sink)
                try opened.commit()
            }
        }
        watch.end(\.commit)
        var report = Report(
            width: plan.header.uprightWidth, height: plan.header.uprightHeight,
            notices: finished.input.notices + plan.notices, isDamaged: finished.input.reader.damage != nil)
        (report.inputBytes, report.outputBytes, report.digest) = (contents.count, finished.outputBytes, digest.known)
        report.times = watch.times.adding(finished.times)
        return report
    }
}
