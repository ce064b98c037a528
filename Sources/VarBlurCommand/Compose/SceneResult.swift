internal import PlainJSON
internal import VarBlurCodecs

/// The JSON object for a scene of a batch; its schema is `share/varblur/result.schema.json`.
enum SceneResult {
    private typealias Member = JSONValue.Member

    /// The result of a scene; `batch` holds the members that all results of a batch have.
    static func value(
        of outcome: SceneOutcome, _ task: SceneTask, settings: JSONValue, batch: [JSONValue.Member]
    ) -> JSONValue {
        value(of: outcome, scene: task.scene, output: output(outcome, task), settings: settings, batch: batch)
    }

    /// The result of a scene, and the output in the form of the result.
    static func value(
        of outcome: SceneOutcome, scene: String?, output: JSONValue, settings: JSONValue,
        batch: [JSONValue.Member] = []
    ) -> JSONValue {
        var members = [Member("version", .integer(ResultDocument.version))] + batch
        members += [
            Member("status", .string(outcome.status)), Member("input", .null),
            Member("scene", scene.map { .string($0) } ?? .null), Member("output", output),
        ]
        let answer = (try? outcome.result.get()) ?? .null
        members += copies(of: ["format", "width", "height", "frames", "bytesOut", "memory"], answer)
        members += [Member("ms", ResultDocument.milliseconds(outcome.duration)), Member("settings", settings)]
        members += copies(of: ["digest", "warnings"], answer)
        switch outcome.result {
        case .success where outcome.isFailure: members.append(Member("error", error(answer)))
        case .success: members.append(Member("hints", .array([])))
        case .failure(let error): members.append(Member("error", ResultDocument.error(error)))
        }
        return .object(members)
    }

    private static func copies(of names: [String], _ answer: JSONValue) -> [Member] {
        names.compactMap { name in answer[name].map { Member(name, $0) } }
    }

    private static func output(_ outcome: SceneOutcome, _ task: SceneTask) -> JSONValue {
        if let path = task.message.output { return .string(path) }
        guard let bytes = outcome.bytes, let format = try? outcome.result.get()["format"] else { return .null }
        return .object([Member("base64", .bytes(bytes)), Member("format", format)])
    }

    /// The error of an answer, whose messages become lines of one text.
    private static func error(_ answer: JSONValue) -> JSONValue {
        let error = answer["error"] ?? .null
        var lines: [String] = []
        if case .array(let messages)? = error["messages"] {
            for case .string(let message) in messages { lines.append(message) }
        }
        return .object(
            copies(of: ["code"], error) + [Member("message", .string(lines.joined(separator: "\n")))]
                + copies(of: ["exit", "messages"], error))
    }

    /// The line about a scene that `--verbose` prints.
    static func line(_ outcome: SceneOutcome, _ task: SceneTask) -> String {
        let output = task.message.output.map { ImageError.printable($0) } ?? "its result"
        let names = "\(task.displayName) -> \(output)"
        if outcome.isSkipped { return "\(names)  skipped: the output already exists" }
        guard case .number(let width)? = try? outcome.result.get()["width"],
            case .number(let height)? = try? outcome.result.get()["height"]
        else { return names }
        return "\(names)  \(width)×\(height)  \(ResultDocument.milliseconds(outcome.duration).text) ms"
    }
}
