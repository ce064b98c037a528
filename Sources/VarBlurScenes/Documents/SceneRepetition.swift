internal import VarBlurJSON

/// Copies of the layers of a stack, or of the pieces of a glass layer, for each element of a list of values.
///
/// Of the pieces of glass, those are copied that the values name; if they name none, all are.
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
            let lists = RepeatedList.all(in: value)
            var result = members
            for (index, member) in members.enumerated() where !lists.contains(where: { $0.isPart(of: member.name) }) {
                let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                result[index] = .init(member.name, try expanded(member.value, inner))
            }
            // without a list, the values are a mistake that is found later
            guard case .array(let values)? = value[Repetition.name], !lists.isEmpty else { return .object(result) }
            if value["overflow"] == .string(StackLayer.Overflow.ellipsis.rawValue), value[Repetition.groupSize] == nil,
                let count = lists.first?.groupSize
            {
                result.append(.init(Repetition.groupSize, .integer(count)))
            }
            let copies = try copies(of: lists, for: values, path)
            return zip(lists, copies).reduce(JSONValue.object(result)) { layer, list in
                SceneAssignment.setting(.array(list.1), at: list.0.place[...], in: layer) ?? layer
            }
        default: return value
        }
    }

    /// The lists with copies of their repeated elements, and with their other elements.
    private mutating func copies(
        of lists: [RepeatedList], for values: [JSONValue], _ path: String
    ) throws(SceneError) -> [[JSONValue]] {
        let repetition = "\(path).\(Repetition.name)"
        byteCount += lists.reduce(0) { $0 + JSONValue.array($1.elements).text.utf8.count } * values.count
        guard byteCount <= limits.documentBytes else {
            throw SceneError(
                .overLimit, "all copies are longer than \(limits.documentBytes) bytes, the limit of a document",
                path: repetition)
        }
        let places = RepeatedList.places(of: values, in: lists)
        let repeated = RepeatedList.repeatedElements(of: lists, places)
        var copies = lists.map { _ in [[JSONValue]]() }
        for (index, value) in values.enumerated() {
            let path = "\(repetition)[\(index)]"
            do throws(SceneError) {
                for (number, list) in try Self.copy(lists, with: value, places).enumerated() {
                    // identifiers change last, so that values can also be set in lists that the copy repeats
                    let complete = Self.numbered(try expanded(list, path), index + 1)
                    if case .array(let elements) = complete { copies[number].append(elements) }
                }
            } catch {
                guard error.code == .invalidScene else { throw error }
                problems += error.problems.map { SceneProblem(path: path, message: $0.description) }
            }
        }
        var results: [[JSONValue]] = []
        for (number, list) in lists.enumerated() {
            var (result, start) = ([JSONValue](), 0)
            while start < list.elements.count {
                let isRepeated = repeated[number].contains(start)
                let end = (start..<list.elements.count).first { repeated[number].contains($0) != isRepeated }
                let run = start..<(end ?? list.elements.count)
                if isRepeated {
                    for copy in copies[number] { result += copy[run] }
                } else {
                    for element in list.elements[run] { result.append(try expanded(element, path)) }
                }
                start = run.upperBound
            }
            results.append(result)
        }
        return results
    }

    /// Copies of lists with values, each of which is set in the lists that have a place for it.
    private static func copy(
        _ lists: [RepeatedList], with values: JSONValue, _ places: [String: [Int?]]
    ) throws(SceneError) -> [JSONValue] {
        guard case .object(let members) = values else {
            throw SceneError(
                .invalidScene,
                "must be an object whose names are paths, such as {\"label.text\": \"Lakes\"}, not \(values.kindName)")
        }
        var documents = lists.map { ["layers": .array($0.elements)] as JSONValue }
        for member in members {
            let assignment = SceneAssignment(path: member.name, json: member.value)
            let known = documents.indices.filter { index in places[member.name].flatMap { $0[index] } != nil }
            // a list without the place says which ones there are
            for index in known.isEmpty ? [documents.count - 1] : known {
                documents[index] = try assignment.applied(to: documents[index])
            }
        }
        return documents.map { $0["layers"] ?? .null }
    }

    /// A value whose identifiers are those of a copy.
    private static func numbered(_ value: JSONValue, _ number: Int) -> JSONValue {
        value.replacingMembers { member in
            guard member.name == "id", let id = member.value.string, !id.isEmpty else { return nil }
            return JSONValue.Member("id", "\(id)-\(number)")
        }
    }
}

/// A list of a layer that is repeated.
private struct RepeatedList {
    /// The place in the layer.
    let place: [SceneAssignment.Step]
    let elements: [JSONValue]

    /// The number of layers of a copy; `nil` for pieces of glass, and for a copy of one layer.
    var groupSize: Int? { isPart(of: Self.glassMember) || isFormer || elements.count < 2 ? nil : elements.count }

    /// Whether the list is in a member of the layer.
    func isPart(of member: String) -> Bool { place.first == .member(member) }

    private static let glassMember = "items"
    private static let transition = SceneAssignment.Step.member("transition")

    /// Whether the list is the former state of pieces of glass.
    private var isFormer: Bool { place.first == Self.transition }

    /// The lists of a layer with values to repeat, of which those that change have several states.
    static func all(in layer: JSONValue) -> [RepeatedList] {
        guard case .array? = layer[Repetition.name] else { return [] }
        let places: [[SceneAssignment.Step]] =
            switch layer["type"] {
            case "stack": [[.member("layers")]]
            case "glass": [[transition, .member(glassMember)], [.member(glassMember)]]
            default: []
            }
        let states = places.flatMap { [$0, $0 + [.member("from")], $0 + [.member("to")]] }
        return states.compactMap { place in
            guard case .array(let elements)? = SceneAssignment.value(at: place[...], in: layer) else { return nil }
            return RepeatedList(place: place, elements: elements)
        }
    }

    /// For each path in the values, the elements of the lists to which it leads.
    static func places(of values: [JSONValue], in lists: [RepeatedList]) -> [String: [Int?]] {
        var places: [String: [Int?]] = [:]
        for case .object(let members) in values {
            for member in members where places[member.name] == nil {
                let assignment = SceneAssignment(path: member.name, json: member.value)
                places[member.name] = lists.map { assignment.element(of: .array($0.elements)) }
            }
        }
        return places
    }

    /// The elements of the lists that are repeated.
    static func repeatedElements(of lists: [RepeatedList], _ places: [String: [Int?]]) -> [Set<Int>] {
        var repeated = lists.indices.map { list in Set(places.values.compactMap { $0[list] }) }
        let isSelective = lists.contains { $0.isPart(of: glassMember) } && repeated.contains { !$0.isEmpty }
        for (index, list) in lists.enumerated() where !list.isFormer && !isSelective {
            repeated[index] = Set(list.elements.indices)
        }
        // a piece is the same one in all states
        let names = Set(
            zip(lists, repeated).flatMap { list, indices in indices.compactMap { list.elements[$0]["id"] } })
        return zip(lists, repeated).map { list, indices in
            indices.union(list.elements.indices.filter { list.elements[$0]["id"].map { names.contains($0) } ?? false })
        }
    }
}
