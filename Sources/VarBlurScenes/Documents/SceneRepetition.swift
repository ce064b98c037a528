internal import PlainJSON

/// Copies of the layers of a stack, or of the pieces of a glass layer, for each element of a list of values.
///
/// The values are set like those of a ``SceneAssignment``, by paths that begin with the identifiers in the copy.
struct SceneRepetition {
    private let limits: SceneLimits
    private var problems: [SceneProblem] = []
    /// The length of all copies so far.
    private var byteCount = 0

    private init(limits: SceneLimits) { self.limits = limits }

    /// The document with the copies in place of the originals.
    ///
    /// - Throws: an error with the code `invalidScene` or `overLimit`, and the mistakes in the lists of values.
    static func expanded(_ document: JSONValue, _ limits: SceneLimits) throws(SceneError) -> JSONValue {
        var repetition = SceneRepetition(limits: limits)
        let result = try repetition.expanded(document, "")
        if !repetition.problems.isEmpty { throw SceneError(.invalidScene, repetition.problems) }
        return result
    }

    private mutating func expanded(_ value: JSONValue, _ path: String) throws(SceneError) -> JSONValue {
        switch value {
        case .array(let values):
            var result: [JSONValue] = []
            for (index, value) in values.enumerated() { result.append(try expanded(value, "\(path)[\(index)]")) }
            return .array(result)
        case .object(let members):
            let list: String? =
                switch value["type"] {
                case .string("stack"): "layers"
                case .string("glass"): "items"
                default: nil
                }
            var result: [JSONValue.Member] = []
            for member in members {
                let inner: JSONValue
                if member.name == list, case .array(let values)? = value[Repetition.name], case .array = member.value {
                    inner = try copies(of: member.value, for: values, path)
                } else {
                    inner = try expanded(member.value, path.isEmpty ? member.name : "\(path).\(member.name)")
                }
                result.append(.init(member.name, inner))
            }
            return .object(result)
        default: return value
        }
    }

    private mutating func copies(
        of original: JSONValue, for values: [JSONValue], _ path: String
    ) throws(SceneError) -> JSONValue {
        let path = "\(path).\(Repetition.name)"
        byteCount += original.text.utf8.count * values.count
        guard byteCount <= limits.documentBytes else {
            throw SceneError(
                .overLimit, "all copies are longer than \(limits.documentBytes) bytes, the limit of a document",
                path: path)
        }
        var copies: [JSONValue] = []
        for (index, value) in values.enumerated() {
            let copy: JSONValue
            do throws(SceneError) {
                copy = try Self.copy(original, with: value)
            } catch {
                problems += error.problems.map { SceneProblem(path: "\(path)[\(index)]", message: $0.description) }
                continue
            }
            // identifiers change last, so that values can also be set in lists that the copy repeats
            let complete = Self.numbered(try expanded(copy, "\(path)[\(index)]"), index + 1)
            if case .array(let elements) = complete { copies += elements }
        }
        return .array(copies)
    }

    private static func copy(_ original: JSONValue, with values: JSONValue) throws(SceneError) -> JSONValue {
        guard case .object(let members) = values else {
            throw SceneError(
                .invalidScene,
                "must be an object whose names are paths, such as {\"label.text\": \"Lakes\"}, not \(values.kindName)")
        }
        var document = JSONValue.object([.init("layers", original)])
        for member in members {
            document = try SceneAssignment(path: member.name, json: member.value).applied(to: document)
        }
        return document["layers"] ?? .null
    }

    /// A value whose identifiers are those of a copy.
    private static func numbered(_ value: JSONValue, _ number: Int) -> JSONValue {
        switch value {
        case .array(let values): .array(values.map { numbered($0, number) })
        case .object(let members):
            .object(
                members.map { member in
                    if member.name == "id", case .string(let id) = member.value, !id.isEmpty {
                        return .init("id", .string("\(id)-\(number)"))
                    }
                    return .init(member.name, numbered(member.value, number))
                })
        default: value
        }
    }
}
