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
    var batch: JSONValue = [:]

    /// What was written; `nil` after a failure.
    var report: ComposeReport? { try? outcome.get() }

    /// The JSON object; its schema is `share/varblur/result.schema.json`.
    var value: JSONValue {
        var value: JSONValue = ["version": .integer(ResultDocument.version)]
        value.append(batch)
        value.append([
            "status": .string(report?.status ?? "error"), "input": .null,
            "scene": request.scene.path.map { .string($0) } ?? .null, "output": output,
        ])
        if let report { value.append(report.properties) }
        value.append(["ms": ResultDocument.milliseconds(duration), "settings": settings])
        switch outcome {
        case .success(let report):
            value.append(["digest": report.digest, "warnings": .strings(report.notices), "hints": []])
        case .failure(let failure): value.append(["error": failure.error])
        }
        return value
    }

    private var output: JSONValue {
        if case .file(let path) = request.output { return request.options.scales.count > 1 ? .null : .string(path) }
        guard let report, let bytes = report.bytes else { return .null }
        return ["base64": .bytes(bytes), "format": report.format]
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
