internal import VarBlurCommand
internal import VarBlurJSON
internal import VarBlurCodecs

/// The result of a scene.
struct SceneOutcome: Sendable {
    /// The report about the scene, or about its failure.
    let report: JSONValue
    let duration: Duration

    /// An output in memory.
    var bytes: [UInt8]? { if case .bytes(let bytes)? = report["picture"]?["base64"] { bytes } else { nil } }

    var isFailure: Bool { report["status"] == .string("error") }

    var isSkipped: Bool { report["status"] == .string("skipped") }
}

/// The JSON object for a scene; its schema is `share/varblur/result.schema.json`.
enum SceneResult {
    private typealias Member = JSONValue.Member

    /// The result of a scene; `batch` holds the members that all results of a batch have.
    static func value(
        of outcome: SceneOutcome, _ request: ComposeRequest, settings: JSONValue, batch: [JSONValue.Member] = []
    ) -> JSONValue {
        let report = outcome.report
        var members = [Member("version", .integer(ResultDocument.version))] + batch
        members += copies(of: ["status"], report)
        members += [
            Member("input", .null), Member("scene", request.scene.path.map { .string($0) } ?? .null),
            Member("output", output(outcome, request)),
        ]
        members += copies(of: ["format", "width", "height", "frames", "bytesOut", "memory", "outputs"], report)
        members += [Member("ms", ResultDocument.milliseconds(outcome.duration)), Member("settings", settings)]
        members += copies(of: ["digest", "warnings"], report)
        return .object(members + (outcome.isFailure ? copies(of: ["error"], report) : [Member("hints", .array([]))]))
    }

    private static func copies(of names: [String], _ report: JSONValue) -> [Member] {
        names.compactMap { name in report[name].map { Member(name, $0) } }
    }

    private static func output(_ outcome: SceneOutcome, _ request: ComposeRequest) -> JSONValue {
        if case .file(let path) = request.output { return request.options.scales.count > 1 ? .null : .string(path) }
        guard let bytes = outcome.bytes, let format = outcome.report["format"] else { return .null }
        return .object([Member("base64", .bytes(bytes)), Member("format", format)])
    }

    /// The line about a scene that `--verbose` prints.
    static func line(_ outcome: SceneOutcome, _ request: ComposeRequest) -> String {
        let output = if case .file(let path) = request.output { ImageError.printable(path) } else { "its result" }
        let names = "\(request.scene.label) -> \(output)"
        if outcome.isSkipped { return "\(names)  skipped: the output already exists" }
        guard case .number(let width)? = outcome.report["width"], case .number(let height)? = outcome.report["height"]
        else { return names }
        return "\(names)  \(width)×\(height)  \(ResultDocument.milliseconds(outcome.duration).text) ms"
    }
}
