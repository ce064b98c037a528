internal import VarBlur
package import VarBlurJSON

/// A value to set in the document of a scene, by its path.
///
/// A path begins with the identifier of a layer or of a piece of glass, or at the top of the document:
/// `caption.text`, `photo.image`, `canvas.width`, `layers[2].items[0].tint`.
public struct SceneAssignment: Sendable, Hashable {
    /// The path of the value.
    public let path: String
    /// The value: JSON, or else a plain string.
    public let value: String

    /// The value as JSON that is taken as it is; `nil` if the place determines whether it is JSON.
    private let exactValue: JSONValue?

    /// Where the value was given, for messages.
    private let source: String

    /// Creates an assignment.
    public init(path: String, value: String) { self.init(path: path, value: value, source: path) }

    /// Creates an assignment that was given as `source`, for messages.
    package init(path: String, value: String, source: String) {
        (self.path, self.value, exactValue, self.source) = (path, value, nil, source)
    }

    /// Creates an assignment of a JSON value: a string stays a string, whatever it contains.
    package init(path: String, json: JSONValue) {
        (self.path, value, exactValue, source) = (path, json.text, json, path)
    }

    /// A part of a path.
    enum Step: Hashable {
        case member(String)
        case element(Int)
    }

    /// The document with the value set.
    ///
    /// - Throws: ``SceneError/Code/invalidScene`` if there is no such place in the document.
    func applied(to document: JSONValue) throws(SceneError) -> JSONValue {
        let steps = try place(in: document)
        guard
            let result = Self.setting(
                parsedValue(replacing: Self.value(at: steps[...], in: document)), at: steps[...], in: document)
        else {
            throw SceneError(.invalidScene, "there is no such place in the document", path: path)
        }
        return result
    }

    /// The place of the value, from the top of the document.
    private func place(in document: JSONValue) throws(SceneError) -> [Step] {
        guard var steps = Self.steps(path), case .member(let first)? = steps.first else {
            throw SceneError(
                .invalidScene, "'\(SceneText.quoted(path))' is not the path of a value, such as caption.text")
        }
        let isTopLevel =
            SceneDocument.members.contains { $0.name == first } && (steps.count == 1 || first != Self.textMember)
        let isHere =
            isTopLevel && (steps.count == 1 ? document[first] != nil : Self.hidesIdentifier(first, in: document))
        let places = isHere ? [:] : Self.places(in: document)
        if let place = places[first] {
            if steps.count == 1, (try? JSONParser.value(of: Array(value.utf8)))?.members == nil {
                let example = Self.example(of: first, Self.value(at: place[...], in: document))
                let mistake = SceneProblem(
                    path: path,
                    message: "'\(SceneText.quoted(first))' has several values; set one of them, for example \(example)")
                throw SceneError(.invalidScene, [syntaxMistake ?? mistake])
            }
            steps.replaceSubrange(0..<1, with: place)
        } else if !isTopLevel {
            throw SceneError(
                .invalidScene,
                "there is no layer with the id '\(SceneText.quoted(first))'\(Self.hint(for: first, places.keys.sorted()))",
                path: path)
        }
        return steps
    }

    /// The problem that a mistake in a document is in truth, because the value is JSON with a mistake; `nil` if it is not.
    func cause(of problem: SceneProblem, in document: JSONValue) -> SceneProblem? {
        guard let syntaxMistake, let steps = try? place(in: document) else { return nil }
        let place = steps.reduce("") { path, step in
            switch step {
            case .member(let name): path.isEmpty ? name : "\(path).\(name)"
            case .element(let index): "\(path)[\(index)]"
            }
        }
        return [".", "["].contains { "\(problem.path).".hasPrefix(place + $0) } ? syntaxMistake : nil
    }

    /// What is wrong with a value that begins like JSON; `nil` for other texts, and for JSON.
    private var syntaxMistake: SceneProblem? {
        let text = exactValue?.string ?? value
        guard let first = text.utf8.first, "{[\"".utf8.contains(first) else { return nil }
        do throws(JSONError) {
            _ = try JSONParser.value(of: Array(text.utf8))
            return nil
        } catch {
            let message = "'\(SceneText.quoted(text))' is not JSON: \(error.cause) at byte \(error.offset + 1)"
            return SceneProblem(path: source, message: message)
        }
    }

    /// The member of the document that is a text, and so has no members.
    private static let textMember = "title"

    /// The index of the element of a list of layers to which the path leads; `nil` if there is none.
    func element(of list: JSONValue) -> Int? {
        guard let steps = Self.steps(path), case .member(let first)? = steps.first else { return nil }
        let document: JSONValue = ["layers": list]
        let place = first == "layers" ? steps : Self.places(in: document)[first] ?? []
        guard place.count > 1, case .element(let index) = place[1] else { return nil }
        return index
    }

    /// A path of a value that people set in a layer.
    private static func example(of identifier: String, _ layer: JSONValue?) -> String {
        let name = ["text", "image", "tint", "paint"].first { layer?[$0] != nil } ?? "opacity"
        return "\(SceneText.quoted(identifier)).\(name)"
    }

    /// What to write instead of an unknown identifier: one that is close, or else any of the document.
    private static func hint(for name: String, _ identifiers: [String]) -> String {
        let meant = SceneText.suggestion(for: name, among: identifiers)
        if !meant.isEmpty { return meant }
        guard !identifiers.isEmpty else {
            return "; no layer has an id, so begin with its place, such as layers[0].text"
        }
        let shown = identifiers.prefix(listedIdentifierCount).map { "'\(SceneText.quoted($0))'" }
        let others = identifiers.count - shown.count
        let list = (shown + (others > 0 ? ["\(others) more"] : [])).list("and")
        return identifiers.count == 1 ? "; the only id is \(list)" : "; the ids are \(list)"
    }

    /// The most identifiers that a message lists.
    private static let listedIdentifierCount = 12

    /// The value: a string where only a text can be, and otherwise JSON if it is valid JSON.
    private func parsedValue(replacing old: JSONValue?) -> JSONValue {
        if let exactValue { return exactValue }
        let json = try? JSONParser.value(of: Array(value.utf8))
        if let name = path.split(separator: ".").last, SceneText.plainMembers.contains(String(name)) {
            // two states of an animation, or a text
            return json?["from"] != nil && json?["to"] != nil ? json ?? .null : .string(value)
        }
        if old?.string != nil, case .string? = json { return .string(value) }
        return json ?? .string(value)
    }

    private static func steps(_ path: String) -> [Step]? {
        var steps: [Step] = []
        for part in path.split(separator: ".", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            guard let name = pieces.first, !name.isEmpty else { return nil }
            steps.append(.member(String(name)))
            for piece in pieces.dropFirst() {
                guard piece.last == "]", let index = Int(piece.dropLast()), index >= 0 else { return nil }
                steps.append(.element(index))
            }
        }
        return steps
    }

    /// Whether paths that begin with a name lead to a member of the document, even if a layer has that name as its identifier.
    static func hidesIdentifier(_ name: String, in document: JSONValue) -> Bool {
        guard SceneDocument.members.contains(where: { $0.name == name }) else { return false }
        return switch document[name] {
        case .object?, .array?: true
        // the title of a document has no members
        default: false
        }
    }

    /// The places of all objects with an identifier; of objects with the same one, that of the first.
    static func places(in document: JSONValue) -> [String: [Step]] {
        var places: [String: [Step]] = [:]
        func visit(_ value: JSONValue, _ steps: [Step]) {
            switch value {
            case .object(let members):
                if let id = value["id"]?.string, places[id] == nil { places[id] = steps }
                for member in members { visit(member.value, steps + [.member(member.name)]) }
            case .array(let values):
                for (index, element) in values.enumerated() { visit(element, steps + [.element(index)]) }
            default: break
            }
        }
        visit(document, [])
        return places
    }

    /// The value at a place; `nil` if there is none.
    static func value(at steps: ArraySlice<Step>, in value: JSONValue) -> JSONValue? {
        guard let step = steps.first else { return value }
        switch (step, value) {
        case (.member(let name), .object): return value[name].flatMap { self.value(at: steps.dropFirst(), in: $0) }
        case (.element(let index), .array(let values)) where index < values.count:
            return self.value(at: steps.dropFirst(), in: values[index])
        default: return nil
        }
    }

    /// A value with another one at a place; `nil` if there is no such place.
    static func setting(_ new: JSONValue, at steps: ArraySlice<Step>, in value: JSONValue) -> JSONValue? {
        guard let step = steps.first else { return new }
        let rest = steps.dropFirst()
        switch (step, value) {
        case (.element(let index), .array(var values)) where index < values.count:
            guard let element = setting(new, at: rest, in: values[index]) else { return nil }
            values[index] = element
            return .array(values)
        case (.member(let name), .object(let members)):
            guard let old = value[name] else {
                guard let added = rest.isEmpty ? new : setting(new, at: rest, in: [:]) else { return nil }
                return .object(members + [.init(name, added)])
            }
            guard let changed = setting(new, at: rest, in: old) else { return nil }
            return .object(members.map { $0.name == name ? .init(name, changed) : $0 })
        default: return nil
        }
    }
}
