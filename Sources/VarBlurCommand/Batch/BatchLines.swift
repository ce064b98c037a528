internal import ArgumentParser
internal import PlainJSON
internal import VariableBlurCodecs

/// Makes tasks of a batch's lines.
struct BatchLines {
    /// What a line came to.
    struct Job: Sendable {
        let line: Int
        var id = JSONValue.null
        var input: String?
        var output: String?
        var settings = JSONValue.null
        var task: Result<ImageTask, ImageError>
    }

    private let base: EffectiveSettings
    private let imagesAtOnce: Int
    /// What has been made of options before: most lines of a batch have the same.
    private var known: [JSONValue: LineOptions] = [:]

    init(base: EffectiveSettings, imagesAtOnce: Int) { (self.base, self.imagesAtOnce) = (base, imagesAtOnce) }

    mutating func job(_ line: LineReader.Line) -> Job {
        var job = Job(line: line.number, task: .failure(ImageError(.fault, "")))
        do throws(ImageError) {
            guard let bytes = line.bytes else {
                throw Self.malformed(line, "it is longer than \(LineReader.longest) bytes")
            }
            let value: JSONValue
            do throws(JSONError) {
                value = try JSONParser.value(of: bytes)
            } catch {
                throw Self.malformed(line, "it is no JSON: \(error.cause) at byte \(error.offset + 1)")
            }
            job.id = value["id"] ?? .null
            if case .string(let input)? = value["input"] { job.input = input }
            if case .string(let output)? = value["output"] { job.output = output }
            try Self.check(value, line)
            let options = try options(value["options"] ?? .object([]))
            job.settings = options.settings
            job.task = .success(try task(job, options))
        } catch {
            job.task = .failure(error)
        }
        return job
    }

    private static func malformed(_ line: LineReader.Line, _ cause: String) -> ImageError {
        ImageError(
            .malformedLine, cause,
            remedy: #"a line is {"id":…,"input":"in.png","output":"out.png","options":{"max-radius":"5%"}}"#,
            file: "line \(line.number)")
    }

    private static let names = ["id", "input", "output", "options"]

    private static func check(_ value: JSONValue, _ line: LineReader.Line) throws(ImageError) {
        guard case .object(let members) = value else { throw malformed(line, "it is no object") }
        for member in members where !names.contains(member.name) {
            let meant = Suggestion.closest(to: member.name, among: names).map { ", did you mean '\($0)'?" } ?? ""
            throw malformed(line, "a job has no '\(ImageError.printable(member.name))'\(meant)")
        }
        for name in ["input", "output"] {
            guard case .string(let path)? = value[name], !path.isEmpty else {
                throw malformed(line, "'\(name)' is missing, or no path")
            }
            guard !path.unicodeScalars.contains("\0") else { throw malformed(line, "'\(name)' has a zero byte in it") }
            guard path != "-", DescriptorPath.number(path) == nil else {
                throw malformed(line, "'\(name)' is a standard stream, which carries the batch itself")
            }
        }
    }

    private mutating func options(_ value: JSONValue) throws(ImageError) -> LineOptions {
        let options: LineOptions
        if let known = known[value] {
            options = known
        } else {
            options = LineOptions(value, base: base)
            if known.count >= 256 { known.removeAll() }
            known[value] = options
        }
        if let complaint = options.complaint { throw ImageError(.invalidSettings, complaint) }
        return options
    }

    private func task(_ job: Job, _ options: LineOptions) throws(ImageError) -> ImageTask {
        let (input, output) = (job.input ?? "", job.output ?? "")
        do {
            return ImageTask(
                source: .file(path: input),
                target: .file(path: output, replacing: options.options.isReplacing),
                job: try options.options.job(output: output, defaultThreads: 1, imagesAtOnce: imagesAtOnce),
                input: input,
                output: output)
        } catch {
            throw ImageError(.invalidSettings, LineOptions.message(error), file: output)
        }
    }
}
