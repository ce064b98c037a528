package import VarBlurJSON

/// The values of a scene that ``SceneAssignment`` can set, as a report for programs.
package enum SceneSettings {
    /// Lists the values with what a control for each of them needs.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - assignments: values to set first.
    ///   - limits: limits that protect against hostile scenes.
    /// - Returns: the members of the report: `title`, `animated`, `values`, and the `document` with the values set.
    /// - Throws: ``SceneError/Code/invalidScene`` or ``SceneError/Code/overLimit``.
    /// - Complexity: O(length of the document).
    package static func report(
        of document: JSONValue, setting assignments: [SceneAssignment], limits: SceneLimits
    ) throws(SceneError) -> JSONValue {
        let document = try SceneAnimation.assigned(assignments, to: document)
        let reading = SceneReading(document, limits: limits).explained(by: assignments, in: document)
        let animation = try reading.animation()
        var walk = SceneSettingWalk(document)
        walk.visit(document, isAnimated: !animation.isStill)
        return [
            "title": document["title"] ?? .null, "animated": .bool(!animation.isStill),
            "values": .array(walk.settings), "document": document,
        ]
    }
}

/// A place in the document of a scene.
private struct ScenePlace {
    var steps: [SceneAssignment.Step] = []
    /// The path by which an assignment names the place.
    var path = ""
    /// The path from the top of the document, which mistakes have.
    var place = ""
    /// The path of the layer, and its type.
    var layer = (path: "", type: "")

    func member(_ name: String) -> ScenePlace {
        let separator = steps.isEmpty ? "" : "."
        return ScenePlace(
            steps: steps + [.member(name)], path: path + separator + name, place: place + separator + name, layer: layer
        )
    }

    func element(_ index: Int) -> ScenePlace {
        ScenePlace(
            steps: steps + [.element(index)], path: "\(path)[\(index)]", place: "\(place)[\(index)]", layer: layer)
    }
}

/// Walks through a document and its schema at the same time.
private struct SceneSettingWalk {
    private let schema = SceneSchema.value
    private let document: JSONValue
    private let identified: [String: [SceneAssignment.Step]]
    private(set) var settings: [JSONValue] = []

    init(_ document: JSONValue) {
        (self.document, identified) = (document, SceneAssignment.places(in: document))
    }

    /// Visits a document that complies with the schema.
    mutating func visit(_ document: JSONValue, isAnimated: Bool) {
        for name in ["canvas", "layers", "motion"] {
            guard let member = schema["properties"]?[name], document[name] != nil || identified[name] == nil,
                isAnimated || name != "motion"
            else { continue }
            var place = ScenePlace().member(name)
            place.layer = (name, name)
            visit(document[name] ?? [:], member, place, member)
        }
    }

    /// Visits a value, which is `nil` if the document leaves it out; `member` describes the member that it belongs to.
    private mutating func visit(_ value: JSONValue?, _ schema: JSONValue, _ place: ScenePlace, _ member: JSONValue) {
        let forms = forms(of: schema)
        switch value {
        case .object(let given)?:
            guard let form = forms.first(where: { Self.describes($0, given) }),
                let properties = form["properties"]?.members
            else { return }
            for property in properties
            where property.value["const"] == nil && !["id", "follows"].contains(property.name) {
                let isState = property.value["description"] == nil
                visit(
                    value?[property.name], property.value, place.member(property.name),
                    isState ? member : property.value)
            }
        case .array(let values)?:
            guard let items = forms.lazy.compactMap({ $0["items"] }).first else { return }
            // the names in such objects are paths, which no assignment can contain
            guard items["type"] != "object" || items["properties"] != nil else {
                settings.append(Self.setting(value, "list", forms, place, member))
                return
            }
            for (index, element) in values.enumerated() {
                visit(element, items, entering(element, items, place.element(index)), member)
            }
        default:
            guard let kind = Self.kind(forms) else { return }
            settings.append(Self.setting(value, kind, forms, place, member))
        }
    }

    /// The place of an element of a list; a layer or a piece of glass begins a path if it has an identifier.
    private func entering(_ element: JSONValue, _ schema: JSONValue, _ place: ScenePlace) -> ScenePlace {
        guard let reference = schema["$ref"]?.string, ["#/$defs/layer", "#/$defs/glassItem"].contains(reference)
        else { return place }
        var inner = place
        if let id = element["id"]?.string, !id.isEmpty, identified[id] == place.steps,
            !SceneAssignment.hidesIdentifier(id, in: document)
        {
            inner.path = id
        }
        inner.layer = (inner.path, element["type"]?.string ?? String(reference.dropFirst("#/$defs/".count)))
        return inner
    }

    /// The alternatives of a schema, without references.
    private func forms(of schema: JSONValue) -> [JSONValue] {
        if let reference = schema["$ref"]?.string {
            let name = String(reference.dropFirst("#/$defs/".count))
            return self.schema["$defs"]?[name].map { forms(of: $0) } ?? []
        }
        if let schemas = (schema["anyOf"] ?? schema["oneOf"])?.array { return schemas.flatMap { forms(of: $0) } }
        return [schema]
    }

    /// Whether a schema is that of an object with these members.
    private static func describes(_ form: JSONValue, _ given: [JSONValue.Member]) -> Bool {
        guard let properties = form["properties"] else { return false }
        let isKnown = given.allSatisfy { item in
            properties[item.name].map { $0["const"] == nil || $0["const"] == item.value } ?? false
        }
        guard isKnown, let required = form["required"]?.array else { return isKnown }
        return required.allSatisfy { name in given.contains { .string($0.name) == name } }
    }
}

// MARK: - Single values

extension SceneSettingWalk {
    /// The kind of a single value; `nil` if the alternatives are lists and objects only.
    fileprivate static func kind(_ forms: [JSONValue]) -> String? {
        func first(_ type: String) -> JSONValue? {
            forms.first { $0["type"] == .string(type) || $0["type"]?.array?.contains(.string(type)) == true }
        }
        if first("boolean") != nil { return "boolean" }
        if first("number") != nil {
            guard let text = first("string") else { return "number" }
            return text["pattern"] == nil ? "text" : "length"
        }
        if first("integer") != nil { return "integer" }
        if forms.contains(where: { $0["enum"] != nil }) { return "choice" }
        return first("string").map { $0["format"]?.string ?? "text" }
    }

    /// The default as a single value; `nil` if it has several parts that differ.
    private static func defaultValue(_ member: JSONValue) -> JSONValue? {
        switch member["default"] {
        case .array?: return nil
        case .object(let parts)?:
            let isUniform = parts.allSatisfy { $0.value == parts.first?.value }
            return isUniform ? parts.first?.value : nil
        case let value: return value
        }
    }

    fileprivate static func setting(
        _ value: JSONValue?, _ kind: String, _ forms: [JSONValue], _ place: ScenePlace, _ member: JSONValue
    ) -> JSONValue {
        func first(_ name: String) -> JSONValue? { forms.lazy.compactMap { $0[name] }.first }
        let isNullable = forms.contains { $0["type"] == "null" }
        return [
            "path": .string(place.path), "place": .string(place.place), "layer": .string(place.layer.path),
            "layerType": .string(place.layer.type), "kind": .string(kind), "summary": member["description"],
            "value": value, "default": defaultValue(member), "minimum": first("minimum"), "maximum": first("maximum"),
            "choices": first("enum") ?? first("examples"), "optional": isNullable ? true : nil,
        ]
    }
}
