internal import VarBlurJSON

/// Reads the values of a scene from JSON, and collects all mistakes with their paths.
struct SceneReader {
    /// The state of an animated scene that is read: of a value `{"from": …, "to": …}`, one of the two counts.
    enum State: String {
        case from
        case to
    }

    let limits: SceneLimits
    let state: State
    /// The overlay whose followers have the values of its least notch; `nil` if all have those of the greatest one.
    let leastOverlay: String?
    /// The mistakes so far, in the order of the document.
    private(set) var problems: [SceneProblem] = []
    /// Whether a mistake is that a limit is exceeded.
    private(set) var exceedsLimit = false
    /// Whether the document contains a value `{"from": …, "to": …}`.
    private(set) var isAnimated = false
    /// Whether numbers may lie between two states, so that whole numbers have to be rounded.
    var isBetweenStates = false
    /// The overlays that values follow, with the path of the first mention.
    private(set) var followed: [(overlay: String, path: String)] = []
    private var path = ""
    private var layerCount = 0
    private var textByteCount = 0
    private var identifiers: Set<String> = []

    /// More mistakes are not listed.
    static let maximumProblemCount = 100

    init(limits: SceneLimits, state: State = .to, leastOverlay: String? = nil) {
        (self.limits, self.state, self.leastOverlay) = (limits, state, leastOverlay)
    }

    /// Whether so many mistakes were found that the rest need not be read.
    var isFull: Bool { problems.count >= Self.maximumProblemCount }

    /// Records a mistake of the current value.
    mutating func fail(_ message: String) {
        guard !isFull else { return }
        let problem = SceneProblem(path: path, message: message)
        if problems.last != problem { problems.append(problem) }
    }

    /// Records that the current value exceeds a limit.
    mutating func failLimit(_ message: String) {
        exceedsLimit = true
        fail(message)
    }

    /// Reads the value of a member, and records what `check` finds wrong with it.
    mutating func read<Value: SceneValue>(
        _ json: JSONValue, member name: String, as type: Value.Type, check: (Value) -> String? = { _ in nil }
    ) -> Value? {
        descend(path.isEmpty ? name : ".\(name)") { $0.readState(json, as: type, check) }
    }

    /// Reads an element of a list.
    mutating func read<Value: SceneValue>(_ json: JSONValue, element index: Int, as type: Value.Type) -> Value? {
        descend("[\(index)]") { $0.readState(json, as: type) { _ in nil } }
    }

    /// Records a mistake of a member of the current value.
    mutating func fail(member name: String, _ message: String) {
        descend(path.isEmpty ? name : ".\(name)") { $0.fail(message) }
    }

    private mutating func descend<Result>(_ component: String, _ body: (inout SceneReader) -> Result) -> Result {
        let length = path.utf8.count
        path += component
        defer { path = String(path.utf8.prefix(length)) ?? "" }
        return body(&self)
    }

    /// Records mistakes that were found in another state of the document.
    mutating func fail(_ others: [SceneProblem]) {
        for problem in others where !isFull && !problems.contains(problem) { problems.append(problem) }
    }

    /// Reads a value, or the state of one that changes with time or follows an overlay.
    private mutating func readState<Value: SceneValue>(
        _ json: JSONValue, as type: Value.Type, _ check: (Value) -> String?
    ) -> Value? {
        guard case .object(let members) = json, let from = json["from"], let to = json["to"] else {
            if let missing = Self.missingEnd(of: json) {
                fail("has no '\(missing)': a value that changes is {\"from\": …, \"to\": …}")
                return nil
            }
            return readChecked(json, as: type, check)
        }
        var state = state
        if members.count == 3, let overlay = json["follows"] {
            guard let id = descend(".follows", { $0.overlay(overlay) }) else { return nil }
            state = id == leastOverlay ? .from : .to
        } else if members.count == 2 {
            isAnimated = true
        } else {
            return readChecked(json, as: type, check)
        }
        let value = state == .from ? from : to
        return descend(".\(state.rawValue)") { $0.readChecked(value, as: type, check) }
    }

    /// The end that is missing of a value that has only the other one.
    private static func missingEnd(of json: JSONValue) -> String? {
        guard case .object(let members) = json, members.count == 1 else { return nil }
        return json["from"] != nil ? "to" : json["to"] != nil ? "from" : nil
    }

    /// The overlay that a value follows.
    private mutating func overlay(_ json: JSONValue) -> String? {
        guard let id = String.read(json, &self) else { return nil }
        if !followed.contains(where: { $0.overlay == id }) {
            followed.append((id, path))
        }
        return id
    }

    private mutating func readChecked<Value: SceneValue>(
        _ json: JSONValue, as type: Value.Type, _ check: (Value) -> String?
    ) -> Value? {
        if let mistake = refusal(ofQuoted: json, check) {
            fail(mistake)
            return nil
        }
        guard let value = Value.read(json, &self) else { return nil }
        guard let mistake = check(value) else { return value }
        fail(mistake)
        return nil
    }
}

extension SceneReader {
    /// What is wrong with a number in quotation marks apart from these; `nil` if nothing is.
    private func refusal<Value: SceneValue>(ofQuoted json: JSONValue, _ check: (Value) -> String?) -> String? {
        guard case .string(let text) = json, let number = Double(text), number.isFinite else { return nil }
        var reader = self
        return Value.read(.number(SceneText.number(number)), &reader).flatMap(check)
    }
}

// MARK: - Limits of the whole scene

extension SceneReader {
    /// Counts a layer.
    ///
    /// - Returns: whether the scene may have that many.
    mutating func countLayer() -> Bool {
        layerCount += 1
        if layerCount == limits.layers + 1 { failLimit("the scene has more than \(limits.layers) layers") }
        return layerCount <= limits.layers
    }

    /// Counts the bytes of a text that is drawn.
    mutating func countText(_ text: String) {
        let isBelow = textByteCount <= limits.textBytes
        textByteCount += text.utf8.count
        if isBelow && textByteCount > limits.textBytes {
            failLimit("the text of the scene is longer than \(limits.textBytes) bytes")
        }
    }

    /// Notes the identifier of a layer, which must be unique.
    mutating func note(identifier: String) {
        if !identifiers.insert(identifier).inserted {
            fail(member: "id", "another layer has the id '\(SceneText.quoted(identifier))'")
        }
    }
}
