internal import LibC
internal import PlainJSON
internal import VarBlurCodecs

/// The job of a batch line, or the error of a line that is not a job.
struct BatchJob: Sendable {
    let line: Int
    var id = JSONValue.null
    var input: String?
    var output: String?
    /// Whether the line has a scene, and its path; `nil` if the line contains the scene itself.
    var isScene = false
    var scene: String?
    /// The settings in effect, for the result.
    var settings = JSONValue.null
    var task: Result<BatchTask, ImageError>
}

/// Parses the lines of a batch.
struct BatchJobParser {
    let base: EffectiveSettings
    private let imagesAtOnce: Int
    /// Whether missing directories of outputs are created.
    let createsDirectories: Bool
    /// The directory that images of scenes must lie in; `nil` for anywhere.
    let confinement: String?
    private var cache = LineOptionsCache()
    var sceneCache = LineOptionsCache()

    init(base: EffectiveSettings, imagesAtOnce: Int, createsDirectories: Bool, confinement: String? = nil) {
        (self.base, self.imagesAtOnce, self.createsDirectories) = (base, imagesAtOnce, createsDirectories)
        self.confinement = confinement
    }

    mutating func job(_ line: LineReader.Line) -> BatchJob {
        var job = BatchJob(line: line.number, task: .failure(ImageError(.fault, "")))
        do throws(ImageError) {
            let value = try Self.value(line)
            // Long texts are not kept: many results may wait for an earlier one
            let id = value["id"] ?? .null
            guard id.text.utf8.count <= Self.maximumIDLength else {
                throw Self.malformed(line, "'id' is longer than \(Self.maximumIDLength) bytes")
            }
            job.id = id
            job.input = try Self.path("input", value, line)
            job.output = try Self.path("output", value, line)
            try Self.checkMembers(value, line)
            if value["scene"] != nil {
                job.isScene = true
                job.scene = try Self.path("scene", value, line)
                job.task = .success(.scene(try sceneTask(value, line, &job.settings)))
                return job
            }
            let files = try Self.files(value, line)
            let options = try options(value["options"] ?? .object([]))
            job.settings = options.settings
            job.task = .success(.image(try task(files.input, files.output, options, line)))
        } catch {
            job.task = .failure(error)
        }
        return job
    }

    private static func value(_ line: LineReader.Line) throws(ImageError) -> JSONValue {
        guard let bytes = line.bytes else {
            throw malformed(line, "the line is longer than the maximum input allows", "raise --max-input of the batch")
        }
        do throws(JSONError) {
            return try JSONParser.value(
                of: bytes, bytesPath: JobInputFile.bytesPath, maximumLength: Self.maximumTextLength)
        } catch  where error.isTooLong {
            throw malformed(line, "the line is longer than \(Self.maximumTextLength) bytes")
        } catch {
            throw malformed(line, "invalid JSON: \(error.cause) at byte \(error.offset + 1)")
        }
    }

    static func malformed(
        _ line: LineReader.Line, _ cause: String,
        _ remedy: String = #"a line is {"id":…,"input":"in.png","output":"out.png","options":{"max-radius":"5%"}}"#
    ) -> ImageError {
        ImageError(.malformedLine, cause, remedy: remedy, file: name(line))
    }

    /// The name of a line in messages.
    static func name(_ line: LineReader.Line) -> String { "line \(line.number)" }

    /// The maximum length of a line in bytes, apart from the bytes of its input in base64.
    static let maximumTextLength = 1 << 20

    /// The maximum length of a line in bytes, if the batch has no larger input than its options allow.
    var maximumLineLength: Int {
        let maximumInput = LineOptions(.object([]), base: base).options.limits.inputBytes
        // The maximum may be any number
        return Self.maximumTextLength + Base64.textLength(byteCount: min(maximumInput, 1 << 40))
    }

    /// The maximum length of an `id` in bytes, in the form in which results contain it.
    static let maximumIDLength = 4096

    /// The path that a member contains; `nil` if it is not a string.
    private static func path(_ name: String, _ value: JSONValue, _ line: LineReader.Line) throws(ImageError) -> String?
    {
        guard case .string(let path)? = value[name] else { return nil }
        // A character stands for at least a quarter of its bytes
        let isShort = path.utf8.count < 4 * Int(PATH_MAX) && SystemPath.bytes(path).count < Int(PATH_MAX)
        guard isShort else { throw malformed(line, "'\(name)' is longer than \(PATH_MAX - 1) bytes") }
        return path
    }

    private static let memberNames = ["id", "input", "scene", "set", "output", "options"]

    private static func checkMembers(_ value: JSONValue, _ line: LineReader.Line) throws(ImageError) {
        guard case .object(let members) = value else { throw malformed(line, "the line is not a JSON object") }
        for member in members where !memberNames.contains(where: { $0.isSame(as: member.name) }) {
            let suggestion =
                Suggestion.closest(to: member.name, among: memberNames).map { "; did you mean '\($0)'?" } ?? ""
            throw malformed(line, "unknown field '\(Quotation.of(member.name))'\(suggestion)")
        }
        if value["scene"] == nil && value["set"] != nil { throw malformed(line, "'set' requires 'scene'") }
    }

    private static func files(
        _ value: JSONValue, _ line: LineReader.Line
    ) throws(ImageError) -> (input: JobInputFile, output: JobOutputFile) {
        do throws(JobFileError) {
            let input = try JobInputFile(value["input"])
            return (input, try JobOutputFile(value["output"], of: input))
        } catch {
            throw malformed(line, error.cause)
        }
    }

    private mutating func options(_ value: JSONValue) throws(ImageError) -> LineOptions {
        let options = cache.options(for: value) { LineOptions(value, base: base) }
        if let error = options.error { throw error }
        return options
    }

    private func task(
        _ input: JobInputFile, _ output: JobOutputFile, _ options: LineOptions, _ line: LineReader.Line
    ) throws(ImageError) -> ImageTask {
        do throws(UsageError) {
            var options = options.options
            if case .bytes(let format) = output { options.output.format = try Self.format(format, options) }
            var task = ImageTask(
                source: input.source, target: output.target,
                job: try options.job(output: output.path, defaultThreads: 1, imagesAtOnce: imagesAtOnce),
                input: input.path ?? "", output: output.path ?? "",
                root: createsDirectories ? output.path.map { PathName.directory(of: $0) } : nil,
                scope: .batchLine, nameInMemory: Self.name(line))
            task.radiusRemedy = options.radiusRemedy
            return options.hasMaskFiles ? try Self.addingMasks(task, options) : task
        } catch {
            throw error.imageError(file: output.path ?? Self.name(line))
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
