internal import PlainJSON
internal import VarBlurCodecs

/// A scene of a batch as the batch sends it to `varblur-compose`: a line of JSON.
struct ComposeMessage: Sendable {
    /// Where the scene comes from.
    let scene: ComposeRequest.Source
    /// The path of the output; `nil` if the answer contains it.
    let output: String?
    /// Values to set in the document, by their paths.
    let assignments: [JSONValue.Member]
    /// The directory that images must lie in; `nil` for anywhere.
    let confinement: String?
    /// The options of the line.
    let options: JSONValue

    /// The line.
    var json: JSONValue {
        var members: [JSONValue.Member] = []
        switch scene {
        case .file(let path): members.append(.init("scene", .string(path)))
        case .document(let document, let name):
            members += [.init("document", document), .init("name", .string(name))]
        }
        if let output { members.append(.init("output", .string(output))) }
        if let confinement { members.append(.init("confine", .string(confinement))) }
        return .object(
            members + [
                .init("set", .object(assignments)), .init("options", options),
            ])
    }
}

extension ComposeMessage {
    /// The members of an answer that contain the picture.
    static let picturePath = ("picture", "base64")

    /// The request that a line contains.
    ///
    /// - Throws: a failure with the exit status 64 if this is not a line of the same version of `varblur`.
    static func request(_ line: [UInt8]) throws(ComposeFailure) -> ComposeRequest {
        do throws(UsageError) {
            guard let message = try? JSONParser.value(of: line) else { throw UsageError("the line is not JSON") }
            let output: ComposeRequest.Output = text(message["output"]).map { .file($0) } ?? .report
            let options = LineOptions(
                message["options"] ?? .object([]), base: EffectiveSettings(), scope: .sceneLine)
            if let error = options.error { throw UsageError(UsageText(error.description)) }
            return try ComposeRequest(
                try source(message), to: output, setting: assignments(message), options.request,
                confinement: text(message["confine"]))
        } catch {
            throw ComposeFailure(messages: [error.imageError().description], exitStatus: 64, code: "usage")
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    private static func source(_ message: JSONValue) throws(UsageError) -> ComposeRequest.Source {
        if let path = text(message["scene"]) { return .file(path) }
        guard let document = message["document"] else {
            throw UsageError(
                "there is no scene")
        }
        return .document(document, name: text(message["name"]) ?? "")
    }

    private static func assignments(_ message: JSONValue) -> [ComposeRequest.Assignment] {
        guard case .object(let members)? = message["set"] else { return [] }
        return members.map { .json(path: $0.name, $0.value) }
    }
}
