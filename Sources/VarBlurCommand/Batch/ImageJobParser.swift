internal import VarBlur
internal import VarBlurJSON
internal import VarBlurCodecs

/// The job of a batch line: to blur an image.
struct ImageJob: BatchJob {
    /// What a line asks for.
    enum Work: Sendable {
        case one(ImageTask)
        /// Several outputs of one input, each with its settings in effect.
        case several([ImageTask], settings: [JSONValue])
    }

    let line: BatchLine
    /// The work, or why the line is not a job.
    let work: Result<Work, ImageError>

    func perform(willAppear: @escaping @Sendable () -> Void) -> BatchOutcome {
        switch work {
        case .failure(let error): return line.outcome(of: error)
        case .success(.one(var task)):
            task.job.willAppear = willAppear
            let outcome = task.perform()
            return result(
                of: [task], [outcome],
                ResultDocument.value(of: outcome, task, settings: line.settings, batch: line.members))
        case .success(.several(var tasks, let settings)):
            tasks[0].job.willAppear = willAppear
            let start = Instant.now
            let outcomes = ImageTask.perform(tasks)
            return result(
                of: tasks, outcomes,
                ResultDocument.value(
                    of: outcomes, tasks, settings: settings, Instant.now - start, batch: line.members))
        }
    }

    private func result(of tasks: [ImageTask], _ outcomes: [TaskOutcome], _ value: JSONValue) -> BatchOutcome {
        let summaries = zip(tasks, outcomes).compactMap { task, outcome in
            outcome.report.map { Summary.line($0, task, outcome.duration) }
        }
        return BatchOutcome(
            value: value, byteCount: outcomes.reduce(0) { $0 + ($1.report?.bytes.count ?? 0) },
            isFailure: outcomes.contains(where: \.isFailure), isSkipped: outcomes.allSatisfy(\.isSkipped),
            summaries: summaries)
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
        let maximumInput = LineOptions([:], base: base).options.limits.inputBytes
        // The maximum may be any number
        return BatchLine.maximumTextLength + Base64.textLength(byteCount: min(maximumInput, 1 << 40))
    }

    private static let example =
        #"a line is {"id":…,"input":"in.png","output":"out.png","options":{"max-radius":"5%"}}"#

    mutating func job(_ line: LineReader.Line) -> ImageJob {
        var line = BatchLine(line, example: Self.example, fileNames: ["input", "output"], containsImages: true)
        let work = Result { () throws(ImageError) in try self.work(&line) }
        return ImageJob(line: line, work: work)
    }

    private mutating func work(_ line: inout BatchLine) throws(ImageError) -> ImageJob.Work {
        try line.read()
        guard line.value["scene"] == nil else {
            throw line.malformed(
                "varblur batch draws no scenes", "use varblur compose --batch, which takes the same lines")
        }
        try line.checkNames(["id", "input", "output", "outputs", "options"])
        let options = line.value["options"] ?? [:]
        if let outputs = line.value["outputs"] { return try work(outputs, options, line) }
        let (input, output) = try line.files { () throws(JobFileError) in
            let input = try JobInputFile(line.value["input"])
            return (input, try JobOutputFile(line.value["output"], of: input))
        }
        let lineOptions = try self.options(options)
        line.settings = lineOptions.settings
        return .one(try task(input, output, lineOptions, line))
    }

    /// The outputs of an input.
    private mutating func work(
        _ outputs: JSONValue, _ options: JSONValue, _ line: BatchLine
    ) throws(ImageError) -> ImageJob.Work {
        guard line.value["output"] == nil else { throw line.malformed("a job has either 'output' or 'outputs'") }
        guard let outputs = outputs.array, 1...BatchOptions.maximumOutputCount ~= outputs.count else {
            throw line.malformed(
                "'outputs' must be a list of 1 to \(BatchOptions.maximumOutputCount) objects",
                #"an output is {"output":"out.png","resize":"320x"}"#)
        }
        let input = try line.files { () throws(JobFileError) in try JobInputFile(line.value["input"]) }
        var (tasks, settings): ([ImageTask], [JSONValue]) = ([], [])
        var (keys, used): (FileKeys, Set<FileKeys.Key>) = (FileKeys(), [])
        for value in outputs {
            guard let members = value.members else { throw line.malformed("each of 'outputs' must be an object") }
            _ = try line.path("output", in: value)
            let output = try line.files { () throws(JobFileError) in try JobOutputFile(value["output"], of: input) }
            if let path = output.path, !used.insert(keys.key(path)).inserted {
                throw line.malformed(
                    "two outputs would be written to '\(ImageError.printable(path))'", "choose another name")
            }
            let own = members.filter { !$0.name.isSame(as: "output") }
            let options = try self.options(options, own)
            tasks.append(try task(input, output, options, line))
            settings.append(options.settings)
        }
        return .several(tasks, settings: settings)
    }

    /// The options of one of several outputs.
    private mutating func options(
        _ line: JSONValue, _ own: [JSONValue.Member]
    ) throws(ImageError) -> LineOptions {
        let value: JSONValue
        do throws(UsageError) { value = try LineOptions.value(line, ofOutput: own, base.table) } catch {
            throw error.imageError()
        }
        let options = try options(value)
        guard options.options.alphaPath == nil else {
            throw ImageError(
                .invalidSettings, "'emit-mask' cannot be combined with 'outputs'",
                remedy: "write the mask in a job of its own")
        }
        return options
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
            let (hints, isToldOfRadius) = (options.hints, options.isToldOfRadius)
            var options = options.options
            options.output.format = try output.format(options.output.format)
            var task = ImageTask(
                source: input.source, target: output.target,
                job: try options.job(output: output.path, defaultThreads: 1, imagesAtOnce: imagesAtOnce),
                input: input.path ?? "", output: output.path ?? "",
                root: createsDirectories ? output.path.map { PathName.directory(of: $0) } : nil,
                scope: .batchLine, nameInMemory: line.name)
            task.radiusRemedy = options.radiusRemedy
            task.job.writesAllOrNothing = true
            (task.hints, task.isToldOfRadius) = (hints, isToldOfRadius)
            if options.hasMaskFiles { task = try Self.addingMasks(task, options) }
            try OutputConflicts.check(
                [task],
                against: [
                    ("mask", options.maskPath), ("matte", options.mattePath), ("settings file", base.settingsPath),
                ])
            return task
        } catch {
            throw error.imageError(file: output.path ?? line.name)
        }
    }

    private static func addingMasks(_ task: ImageTask, _ options: JobRequest) throws(UsageError) -> ImageTask {
        let paths = [("mask", options.maskPath), ("matte", options.mattePath), ("emit-mask", options.alphaPath)]
        for (name, path) in paths {
            // the functions of the system would take what is before it
            if path?.utf8.contains(0) ?? false { throw UsageError("'\(name)' contains a zero byte") }
            guard let path, path.isSame(as: "-") || StandardStreams.areUsed(by: path) else { continue }
            throw UsageError(
                "a mask or a matte cannot be a standard stream, which the batch itself uses")
        }
        var (masks, tasks) = (MaskFiles(options), [task])
        try masks.add(to: &tasks)
        return tasks[0]
    }
}
