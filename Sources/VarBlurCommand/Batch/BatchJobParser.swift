internal import ArgumentParser
internal import LibC
internal import PlainJSON
internal import VariableBlurCodecs

/// The job of a batch line, or the error of a line that is not a job.
struct BatchJob: Sendable {
    let line: Int
    var id = JSONValue.null
    var input: String?
    var output: String?
    /// The settings in effect, for the result.
    var settings = JSONValue.null
    var task: Result<ImageTask, ImageError>
}

/// Parses the lines of a batch.
struct BatchJobParser {
    private let base: EffectiveSettings
    private let imagesAtOnce: Int
    /// Whether missing directories of outputs are created.
    private let createsDirectories: Bool
    private var cache = LineOptionsCache()

    init(base: EffectiveSettings, imagesAtOnce: Int, createsDirectories: Bool) {
        (self.base, self.imagesAtOnce, self.createsDirectories) = (base, imagesAtOnce, createsDirectories)
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
            try Self.check(value, line)
            let options = try options(value["options"] ?? .object([]))
            job.settings = options.settings
            job.task = .success(try task(job, options))
        } catch {
            job.task = .failure(error)
        }
        return job
    }

    private static func value(_ line: LineReader.Line) throws(ImageError) -> JSONValue {
        guard let bytes = line.bytes else {
            throw malformed(line, "the line is longer than \(LineReader.maximumLength) bytes")
        }
        do throws(JSONError) {
            return try JSONParser.value(of: bytes)
        } catch {
            throw malformed(line, "invalid JSON: \(error.cause) at byte \(error.offset + 1)")
        }
    }

    private static func malformed(_ line: LineReader.Line, _ cause: String) -> ImageError {
        ImageError(
            .malformedLine, cause,
            remedy: #"a line is {"id":…,"input":"in.png","output":"out.png","options":{"max-radius":"5%"}}"#,
            file: "line \(line.number)")
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

    private static let memberNames = ["id", "input", "output", "options"]

    private static func check(_ value: JSONValue, _ line: LineReader.Line) throws(ImageError) {
        guard case .object(let members) = value else { throw malformed(line, "the line is not a JSON object") }
        for member in members where !memberNames.contains(where: { $0.isSame(as: member.name) }) {
            let suggestion =
                Suggestion.closest(to: member.name, among: memberNames).map { "; did you mean '\($0)'?" } ?? ""
            throw malformed(line, "unknown field '\(Quotation.of(member.name))'\(suggestion)")
        }
        for name in ["input", "output"] {
            guard case .string(let path)? = value[name], !path.isEmpty else {
                throw malformed(line, "'\(name)' is missing or not a path")
            }
            guard !path.utf8.contains(0) else { throw malformed(line, "'\(name)' contains a zero byte") }
            guard !StandardStreams.areUsed(by: path) else {
                throw malformed(line, "'\(name)' is a standard stream, which the batch itself uses")
            }
        }
    }

    private mutating func options(_ value: JSONValue) throws(ImageError) -> LineOptions {
        let options = cache.options(for: value) { LineOptions(value, base: base) }
        if let message = options.errorMessage { throw ImageError(.invalidSettings, message) }
        return options
    }

    private func task(_ job: BatchJob, _ options: LineOptions) throws(ImageError) -> ImageTask {
        let (input, output) = (job.input ?? "", job.output ?? "")
        do {
            let task = ImageTask(
                source: .file(path: input),
                target: .file(path: output),
                job: try options.options.job(output: output, defaultThreads: 1, imagesAtOnce: imagesAtOnce),
                input: input,
                output: output,
                root: createsDirectories ? PathName.directory(of: output) : nil,
                scope: .batchLine)
            return options.options.hasMaskFiles ? try Self.addingMasks(task, options.options) : task
        } catch {
            throw ImageError(.invalidSettings, LineOptions.message(error), file: output)
        }
    }

    private static func addingMasks(_ task: ImageTask, _ options: JobRequest) throws -> ImageTask {
        for path in [options.maskPath, options.alphaPath] {
            guard let path, path.isSame(as: "-") || StandardStreams.areUsed(by: path) else { continue }
            throw ValidationError("A mask cannot be a standard stream, which the batch itself uses.")
        }
        var (masks, tasks) = (MaskFiles(options), [task])
        try masks.add(to: &tasks)
        return tasks[0]
    }
}
