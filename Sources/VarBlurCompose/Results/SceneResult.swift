internal import VarBlurCommand
internal import VarBlurJSON
internal import VarBlurCodecs

/// The result of a scene.
struct SceneResult: Sendable {
    let request: ComposeRequest
    let outcome: Result<ComposeReport, ComposeFailure>
    let duration: Duration
    /// The settings in effect.
    let settings: JSONValue
    /// The members that all results of a batch have.
    var batch: [JSONValue.Member] = []

    private typealias Member = JSONValue.Member

    /// What was written; `nil` after a failure.
    var report: ComposeReport? { try? outcome.get() }

    /// The JSON object; its schema is `share/varblur/result.schema.json`.
    var value: JSONValue {
        var members = [Member("version", .integer(ResultDocument.version))] + batch
        members += [
            Member("status", .string(report?.status ?? "error")), Member("input", .null),
            Member("scene", request.scene.path.map { .string($0) } ?? .null), Member("output", output),
        ]
        members += report?.members ?? []
        members += [Member("ms", ResultDocument.milliseconds(duration)), Member("settings", settings)]
        switch outcome {
        case .success(let report):
            members += report.digest + [Member("warnings", .array(report.notices.map { .string($0) }))]
            members.append(Member("hints", .array([])))
        case .failure(let failure): members.append(Member("error", failure.report["error"] ?? .null))
        }
        return .object(members)
    }

    private var output: JSONValue {
        if case .file(let path) = request.output { return request.options.scales.count > 1 ? .null : .string(path) }
        guard let report, let bytes = report.bytes else { return .null }
        return .object([Member("base64", .bytes(bytes)), Member("format", report.format)])
    }

    /// The text for standard output, which ends with a line break.
    func text(_ form: ReportForm?) -> String {
        guard form == .document else { return value.text + "\n" }
        let isSkipped = report?.isSkipped
        return ResultDocument.document(
            [value], ok: isSkipped == false ? 1 : 0, skipped: isSkipped == true ? 1 : 0, duration
        ).text + "\n"
    }

    /// The line about a scene that `--verbose` prints.
    func line(_ report: ComposeReport) -> String {
        let output = if case .file(let path) = request.output { ImageError.printable(path) } else { "its result" }
        let names = "\(request.scene.label) -> \(output)"
        if report.isSkipped { return "\(names)  skipped: the output already exists" }
        guard let (width, height) = report.sizes.first else { return names }
        return "\(names)  \(width)×\(height)  \(ResultDocument.milliseconds(duration).text) ms"
    }
}
