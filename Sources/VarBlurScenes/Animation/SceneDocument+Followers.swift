internal import VarBlur
internal import VarBlurJSON

extension SceneDocument {
    /// Reads a document with the values that follow overlays.
    ///
    /// - Returns: the document, as far as its mistakes allow.
    static func readStates(_ json: JSONValue, _ reader: inout SceneReader) -> SceneDocument? {
        guard var document = read(json, &reader) else { return nil }
        for (overlay, path) in reader.followed where !reader.isFull {
            var leastReader = SceneReader(limits: reader.limits, state: reader.state, leastOverlay: overlay)
            leastReader.isBetweenStates = reader.isBetweenStates
            guard let least = read(json, &leastReader) else { continue }
            reader.fail(leastReader.problems)
            let followers = SceneFollowers(of: overlay, at: least.layers)
            document.followers.append(followers)
            if reader.problems.isEmpty { reader.fail(document.problems(of: followers, least, path)) }
        }
        let cycle = document.followers.order(in: document.layers).cycle
        if let path = reader.followed.first(where: { $0.overlay == cycle.first })?.path, reader.problems.isEmpty {
            reader.fail([SceneProblem(path: path, message: SceneFollowers.message(aboutCycle: cycle))])
        }
        return document
    }

    /// What is wrong with followers; `path` is the first mention of the overlay.
    private func problems(
        of followers: SceneFollowers, _ least: SceneDocument, _ path: String
    ) -> [SceneProblem] {
        func problem(_ message: String) -> [SceneProblem] { [SceneProblem(path: path, message: message)] }
        guard least.canvas == canvas, least.fonts == fonts else {
            return problem("only values of layers can follow an overlay")
        }
        guard let overlay = layers.overlay(followers.overlay) else {
            return problem(layers.missingOverlay(followers.overlay))
        }
        guard least.layers.overlay(followers.overlay) == overlay else {
            return problem("an overlay cannot follow itself")
        }
        var change = SceneChange(progress: 0.5)
        _ = change.value(["layers": followers.layers.json], ["layers": layers.json])
        return change.problems
    }
}

extension [SceneFollowers] {
    /// The followers in an order in which each overlay comes after those that decide where it is.
    ///
    /// - Parameter layers: the layers at a progress of 1.
    /// - Returns: the followers, but for those of overlays that follow each other, whose identifiers are the second result.
    func order(in layers: [SceneLayer]) -> (followers: [SceneFollowers], cycle: [String]) {
        var (rest, order): ([SceneFollowers], [SceneFollowers]) = (self, [])
        while let index = rest.firstIndex(where: { next in !rest.contains { $0.moves(next.overlay, of: layers) } }) {
            order.append(rest.remove(at: index))
        }
        return (order, rest.map(\.overlay))
    }
}

extension SceneFollowers {
    static func message(aboutCycle overlays: [String]) -> String {
        "the overlays \(overlays.map { "'\(SceneText.quoted($0))'" }.list("and")) follow each other"
    }

    /// Whether the place of an overlay follows this one.
    fileprivate func moves(_ overlay: String, of all: [SceneLayer]) -> Bool {
        func panel(_ layers: [SceneLayer]) -> OverlayLayer? {
            guard var overlay = layers.overlay(overlay) else { return nil }
            (overlay.content, overlay.above) = ([], [])
            return overlay
        }
        return panel(layers) != panel(all)
    }
}

extension [SceneLayer] {
    /// The overlays with an identifier, in these layers and in layers of them.
    var overlays: [(id: String, layer: OverlayLayer)] {
        flatMap { layer -> [(id: String, layer: OverlayLayer)] in
            let inner = layer.content.value.childLayers.overlays
            guard case .overlay(let overlay) = layer.content, !layer.id.isEmpty else { return inner }
            return [(layer.id, overlay)] + inner
        }
    }

    /// The overlay with an identifier, in these layers or in a layer of them.
    func overlay(_ id: String) -> OverlayLayer? { overlays.first { $0.id == id }?.layer }

    /// The message about an identifier that no overlay has, with one that is close, or else with all of them.
    func missingOverlay(_ id: String) -> String {
        let ids = overlays.map(\.id)
        let meant = SceneText.suggestion(for: id, among: ids)
        let known =
            ids.isEmpty ? "no overlay has an id" : "overlays are \(ids.map { "'\($0)'" }.list("and"))"
        return "there is no overlay with the id '\(SceneText.quoted(id))'\(meant.isEmpty ? "; \(known)" : meant)"
    }

    /// The layers at the progress of the overlay that some of their values follow.
    ///
    /// - Parameters:
    ///   - least: the layers at a progress of 0.
    ///   - all: the layers at a progress of 1, which are these but for values that follow other overlays.
    ///   - progress: 0 to 1.
    /// - Returns: these layers with the values at the progress.
    /// - Throws: an error with the code `invalidScene` for values that cannot change gradually.
    func following(from least: [SceneLayer], to all: [SceneLayer], _ progress: Double) throws(SceneError)
        -> [SceneLayer]
    {
        guard progress < 1, least != all else { return self }
        var problems: [SceneProblem] = []
        // the pieces of glass move together, so that their layer is changed as a whole if no other overlay affects it
        let value = json.replacing(from: least.json, to: all.json, splitsEqual: false) { from, to in
            var change = SceneChange(progress: progress)
            let value = change.value(from, to)
            problems += change.problems
            return value
        }
        var reader = SceneReader(limits: .unlimited)
        reader.isBetweenStates = true
        guard problems.isEmpty, var layers = [SceneLayer].read(value, &reader), reader.problems.isEmpty else {
            throw SceneError(.invalidScene, problems + reader.problems)
        }
        if progress > 0 { layers.markFading(from: least, to: all) }
        return zip(indices, layers).map { index, layer in least[index] == all[index] ? self[index] : layer }
    }
}

extension JSONValue {
    /// The value, in which values that differ between two states of it are replaced.
    ///
    /// - Parameters:
    ///   - first: the first state.
    ///   - last: the last state, of which this value may be a variant.
    ///   - splitsEqual: whether objects and lists that equal the last state are compared member by member, too.
    ///   - value: the replacement of a value that differs.
    /// - Returns: the value with replacements.
    func replacing(
        from first: JSONValue, to last: JSONValue, splitsEqual: Bool = true,
        _ value: (_ from: JSONValue, _ to: JSONValue) -> JSONValue
    ) -> JSONValue {
        if first == last { return self }
        if !splitsEqual && self == last { return value(first, last) }
        switch (self, first, last) {
        case (.array(let values), .array(let from), .array(let to))
        where values.count == from.count && from.count == to.count:
            return .array(
                zip(values, zip(from, to)).map {
                    $0.replacing(from: $1.0, to: $1.1, splitsEqual: splitsEqual, value)
                })
        case (.object(let members), .object(let from), .object(let to))
        where members.map(\.name) == from.map(\.name) && from.map(\.name) == to.map(\.name):
            return .object(
                zip(members, zip(from, to)).map { member, states in
                    let (from, to) = (states.0.value, states.1.value)
                    return Member(
                        member.name, member.value.replacing(from: from, to: to, splitsEqual: splitsEqual, value))
                })
        default: return value(first, last)
        }
    }
}
