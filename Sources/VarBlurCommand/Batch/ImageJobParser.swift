internal import PlainJSON
internal import VarBlurCodecs

/// The job of a batch line: to blur an image.
struct ImageJob: BatchJob {
    let line: BatchLine
    /// The task, or why the line is not a job.
    let task: Result<ImageTask, ImageError>

    func perform() -> BatchOutcome {
        switch task {
        case .failure(let error): return line.outcome(of: error)
        case .success(let task):
            let outcome = task.perform()
            return BatchOutcome(
                value: ResultDocument.value(of: outcome, task, settings: line.settings, batch: line.members),
                byteCount: outcome.report?.bytes.count ?? 0, isFailure: outcome.isFailure, isSkipped: outcome.isSkipped,
                summary: outcome.report.map { Summary.line($0, task, outcome.duration) })
        }
    }
}

/// Parses the lines of `varblur batch`.
struct ImageJobParser: BatchParser {
    let base: EffectiveSettings
    private let imagesAtOnce: Int
    /// Whether missing directories of outputs are created.
    private let createsDirectories: Bool
    private var cache = LineOptionsCache()

    init(base: EffectiveSettings, imagesAtOnce: Int, createsDirectories: Bool) {
        (self.base, self.imagesAtOnce, self.createsDirectories) = (base, imagesAtOnce, createsDirectories)
    }

    /// The maximum length of a line in bytes, if the batch has no larger input than its options allow.
    var maximumLineLength: Int {
        let maximumInput = LineOptions(.object([]), base: base).options.limits.inputBytes
        // The maximum may be any number
        return BatchLine.maximumTextLength + Base64.textLength(byteCount: min(maximumInput, 1 << 40))
    }

    private static let example =
        #"a line is {"id":…,"input":"in.png","output":"out.png","options":{"max-radius":"5%"}}"#

    mutating func job(_ line: LineReader.Line) -> ImageJob {
        var line = BatchLine(line, example: Self.example, fileNames: ["input", "output"], containsImages: true)
        let task = Result { () throws(ImageError) in try self.task(&line) }
        return ImageJob(line: line, task: task)
    }

    private mutating func task(_ line: inout BatchLine) throws(ImageError) -> ImageTask {
        try line.read()
        guard line.value["scene"] == nil else {
            throw line.malformed(
                "varblur batch draws no scenes", "use varblur compose --batch, which takes the same lines")
        }
        try line.checkNames(["id", "input", "output", "options"])
        let files = try Self.files(line)
        let options = try options(line.value["options"] ?? .object([]))
        line.settings = options.settings
        return try task(files.input, files.output, options, line)
    }

    private static func files(_ line: BatchLine) throws(ImageError) -> (input: JobInputFile, output: JobOutputFile) {
        do throws(JobFileError) {
            let input = try JobInputFile(line.value["input"])
            return (input, try JobOutputFile(line.value["output"], of: input))
        } catch {
            throw line.malformed(error.cause)
        }
    }

    private mutating func options(_ value: JSONValue) throws(ImageError) -> LineOptions {
        let options = cache.options(for: value) { LineOptions(value, base: base) }
        if let error = options.error { throw error }
        return options
    }

    private func task(
        _ input: JobInputFile, _ output: JobOutputFile, _ options: LineOptions, _ line: BatchLine
    ) throws(ImageError) -> ImageTask {
        do throws(UsageError) {
            var options = options.options
            if case .bytes(let format) = output { options.output.format = try Self.format(format, options) }
            var task = ImageTask(
                source: input.source, target: output.target,
                job: try options.job(output: output.path, defaultThreads: 1, imagesAtOnce: imagesAtOnce),
                input: input.path ?? "", output: output.path ?? "",
                root: createsDirectories ? output.path.map { PathName.directory(of: $0) } : nil,
                scope: .batchLine, nameInMemory: line.name)
            task.radiusRemedy = options.radiusRemedy
            return options.hasMaskFiles ? try Self.addingMasks(task, options) : task
        } catch {
            throw error.imageError(file: output.path ?? line.name)
        }
    }

    /// The format of an output that a result contains.
    private static func format(_ format: ImageFormat?, _ options: JobRequest) throws(UsageError) -> ImageFormat? {
        guard let format, let requested = options.output.format else { return format ?? options.output.format }
        guard format == requested else {
            throw UsageError(
                "the output \(format.rawValue) and \(option: "format") \(requested.rawValue) contradict each other",
                remedy: "leave out one of them")
        }
        return format
    }

    private static func addingMasks(_ task: ImageTask, _ options: JobRequest) throws(UsageError) -> ImageTask {
        for path in [options.maskPath, options.alphaPath] {
            guard let path, path.isSame(as: "-") || StandardStreams.areUsed(by: path) else { continue }
            throw UsageError(
                "a mask cannot be a standard stream, which the batch itself uses")
        }
        var (masks, tasks) = (MaskFiles(options), [task])
        try masks.add(to: &tasks)
        return tasks[0]
    }
}
