internal import VarBlurCommand
internal import VarBlur
internal import VarBlurJSON
internal import VarBlurCodecs
internal import VarBlurScenes

/// The job of a line of `varblur compose --batch`: to draw a scene.
struct SceneJob: BatchJob {
    let line: BatchLine
    /// The request, or why the line is not a job.
    let request: Result<ComposeRequest, ImageError>
    /// The output directory, which is created if necessary; `nil` for none.
    let root: String?
    let threads: SceneThreads

    func perform(willAppear: @escaping @Sendable () -> Void) -> BatchOutcome {
        switch request {
        case .failure(let error): return line.outcome(of: error)
        case .success(let request):
            let start = Instant.now
            let outcome = threads.outcome(of: request, creating: root, willAppear: willAppear)
            let result = SceneResult(
                request: request, outcome: outcome, duration: Instant.now - start, settings: line.settings,
                batch: line.members)
            let report = result.report
            return BatchOutcome(
                value: result.value, byteCount: report?.bytes?.count ?? 0, isFailure: report == nil,
                isSkipped: report?.isSkipped ?? false, summaries: report.map { [result.line($0)] } ?? [])
        }
    }
}

/// Parses the lines of `varblur compose --batch`.
struct SceneJobParser: BatchParser {
    private let base: EffectiveSettings
    private let command: CommandRequest
    private let threads: SceneThreads
    private var cache = LineOptionsCache()

    /// - Parameters:
    ///   - base: the settings of the command line, which are defaults for all lines.
    ///   - command: its request.
    ///   - threads: draws the scenes.
    init(base: EffectiveSettings, _ command: CommandRequest, _ threads: SceneThreads) {
        (self.base, self.command, self.threads) = (base, command, threads)
    }

    var maximumLineLength: Int { BatchLine.maximumTextLength }

    var rows: CSVRows? { command.scene.readsCSV ? command.paths.first.map { CSVRows(scene: $0) } : nil }

    private static let example =
        #"a line is {"id":…,"scene":"card.json","set":{"photo.image":"in.jpg"},"output":"card.png"}; for a table, use --csv"#

    mutating func job(_ line: LineReader.Line) -> SceneJob {
        var line = BatchLine(
            line, example: command.scene.readsCSV ? CSVRows.example : Self.example,
            fileNames: ["input", "scene", "output"], containsImages: false)
        let request = Result { () throws(ImageError) in try self.request(&line) }
        var root: String?
        if command.batch.createsDirectories, case .success(let request) = request, case .file(let path) = request.output
        {
            root = PathName.directory(of: path)
        }
        return SceneJob(line: line, request: request, root: root, threads: threads)
    }

    private mutating func request(_ line: inout BatchLine) throws(ImageError) -> ComposeRequest {
        try line.read()
        guard line.value["input"] == nil else {
            throw line.malformed(
                "varblur compose draws scenes only", "use varblur batch for lines with an input")
        }
        try line.checkNames(["id", "scene", "set", "output", "options"])
        let (source, output) = try line.files { () throws(JobFileError) in try Self.files(line) }
        let assignments = try assignments(line)
        let value = line.value["options"] ?? [:]
        let base = base
        let options = cache.options(for: value) { LineOptions(value, base: base, scope: .sceneLine) }
        if let error = options.error { throw error }
        line.settings = options.settings
        return try request(source, output, assignments, options.request, line)
    }

    private func request(
        _ source: ComposeRequest.Source, _ output: JobOutputFile, _ assignments: [SceneAssignment],
        _ options: CommandRequest, _ line: BatchLine
    ) throws(ImageError) -> ComposeRequest {
        var options = options
        options.job.limits.imagesAtOnce = command.run.imagesAtOnce()
        (options.scene.confinement, options.scene.fontDirectories) = (
            command.scene.confinement, command.scene.fontDirectories
        )
        guard options.scene.frames != nil || options.scene.framesPerSecond == command.scene.framesPerSecond else {
            throw line.malformed("'fps' requires 'frames'", "add 'frames', or leave out 'fps'")
        }
        guard output.path != nil || options.scene.frames == nil else {
            throw line.malformed("the frames of a scene need a path as 'output'")
        }
        do throws(UsageError) { options.job.output.format = try output.format(options.job.output.format) } catch {
            throw error.imageError()
        }
        do throws(UsageError) {
            return try ComposeRequest(
                source, to: output.path.map { .file($0) } ?? .report, setting: assignments, options)
        } catch {
            throw error.imageError(file: output.path ?? line.name)
        }
    }

    private static func files(_ line: BatchLine) throws(JobFileError) -> (ComposeRequest.Source, JobOutputFile) {
        // no default: only an input in memory lets an output be left out
        let output = try JobOutputFile(line.value["output"], of: .path("scene"))
        switch line.value["scene"] {
        case .string(let path)?: return (.file(try JobInputFile.checked(path, "scene")), output)
        case .object?: return (.document(line.value["scene"] ?? .null, name: line.name), output)
        default: throw JobFileError(cause: "'scene' must be the path of a scene, or a scene")
        }
    }

    private func assignments(_ line: BatchLine) throws(ImageError) -> [SceneAssignment] {
        switch line.value["set"] {
        case nil: return []
        case .object(let members)?:
            return members.map { member in
                if command.scene.readsCSV, let value = member.value.string {
                    return SceneAssignment(path: member.name, value: value)
                }
                return SceneAssignment(path: member.name, json: member.value)
            }
        default:
            throw line.malformed(
                "'set' must be an object whose names are paths", #"for example {"title.text":"Alpine lake"}"#)
        }
    }
}
