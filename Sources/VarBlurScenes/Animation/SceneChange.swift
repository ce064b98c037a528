internal import VarBlurJSON

/// The values between two states of a scene in JSON.
struct SceneChange {
    /// The progress of the layer whose values are compared.
    private var progress: Double
    /// The progress of a layer that changes from one time to another, as fractions of the duration of the animation.
    private let layerProgress: (_ start: Double, _ end: Double) -> Double
    /// The values that cannot change gradually, but differ.
    private(set) var problems: [SceneProblem] = []
    private var path = ""
    /// Of which values the progress stays within 0...1, by their paths.
    private let isLimited: (String) -> Bool

    /// Compares two states at a progress, which is that of all layers.
    init(progress: Double) {
        (self.progress, layerProgress, isLimited) = (progress, { _, _ in progress }, { _ in false })
    }

    /// Compares two states at a time.
    ///
    /// - Parameters:
    ///   - time: the time as a fraction of the duration of the animation.
    ///   - timing: how the progress depends on time.
    ///   - isLimited: of which values the progress stays within 0...1, by their paths.
    init(at time: Double, _ timing: SceneTiming, limiting isLimited: @escaping (String) -> Bool) {
        layerProgress = { start, end in timing.progress(at: (time - start) / (end - start)) }
        progress = layerProgress(0, 1)
        self.isLimited = isLimited
    }

    /// The value between two values.
    mutating func value(_ from: JSONValue, _ to: JSONValue) -> JSONValue {
        if from == to { return to }
        let outer = progress
        defer { progress = outer }
        if isLimited(path) { progress = min(max(progress, 0), 1) }
        switch (from, to) {
        case (.number(let first), .number(let last)): return number(first, last)
        case (.string(let first), .string(let last)): return text(first, last)
        // a number of pixels and a percentage
        case (.number(let first), .string(let last)) where last.contains("%"):
            return length(.pixels(Double(first) ?? 0), SceneLength(sceneText: last)) ?? failed(to)
        case (.string(let first), .number(let last)) where first.contains("%"):
            return length(SceneLength(sceneText: first), .pixels(Double(last) ?? 0)) ?? failed(to)
        case (.array(let first), .array(let last)) where first.count == last.count:
            return .array(
                zip(first, last).enumerated().map { index, pair in
                    below("[\(index)]") { $0.value(pair.0, pair.1) }
                })
        case (.object(let first), .object(let last)) where first.map(\.name) == last.map(\.name):
            return .object(members(first, last))
        default: return failed(to)
        }
    }

    /// The length between two lengths; `nil` if one of them is none.
    private func length(_ from: SceneLength?, _ to: SceneLength?) -> JSONValue? {
        guard let from, let to else { return nil }
        return from.interpolated(to: to, progress).json
    }

    private mutating func members(_ first: [JSONValue.Member], _ last: [JSONValue.Member]) -> [JSONValue.Member] {
        let moving = JSONValue.object(first)["type"]?.string.flatMap(SceneLayer.Kind.init)?.type.movingMember
        let outer = progress
        defer { progress = outer }
        if let timing = LayerTiming(of: last) { progress = layerProgress(timing.start, timing.end) }
        let start = moving.flatMap { JSONValue.object(first)[$0] } ?? .null
        let isMoving = moving.map { start != JSONValue.object(last)[$0] ?? .null } ?? false
        return zip(first, last).map { from, to in
            if isMoving && from.name == moving { return to }
            if isMoving && from.name == "transition" {
                return JSONValue.Member("transition", [moving ?? "": start, "progress": progress.json])
            }
            let value = below(path.isEmpty ? from.name : ".\(from.name)") {
                // a text may look like a color or a percentage
                SceneText.plainMembers.contains(from.name) && from.value != to.value
                    ? $0.failed(to.value) : $0.value(from.value, to.value)
            }
            return JSONValue.Member(from.name, value)
        }
    }

    private func number(_ from: String, _ to: String) -> JSONValue {
        guard let from = Double(from), let to = Double(to) else { return .number(to) }
        return (from + (to - from) * progress).json
    }

    private mutating func text(_ from: String, _ to: String) -> JSONValue {
        if from.hasSuffix("%"), to.hasSuffix("%"), let first = Double(from.dropLast()), let last = Double(to.dropLast())
        {
            return .string("\(SceneText.number(first + (last - first) * progress))%")
        }
        if let length = length(SceneLength(sceneText: from), SceneLength(sceneText: to)) { return length }
        let limited = min(max(progress, 0), 1)
        if let first = ColorStop(sceneText: from), let last = ColorStop(sceneText: to),
            (first.position == nil) == (last.position == nil)
        {
            let color = first.color.interpolated(to: last.color, limited)
            guard let start = first.position, let end = last.position else { return color.json }
            return ColorStop(color, at: start + (end - start) * limited).json
        }
        return failed(.string(to))
    }

    /// Records that a value cannot change gradually, and returns it.
    private mutating func failed(_ to: JSONValue) -> JSONValue {
        problems.append(
            SceneProblem(
                path: path,
                message:
                    "the value cannot change gradually; it must be the same in both states, or a number, a length, or a color"
            ))
        return to
    }

    private mutating func below<Result>(_ component: String, _ body: (inout SceneChange) -> Result) -> Result {
        let length = path.utf8.count
        path += component
        defer { path = String(path.utf8.prefix(length)) ?? "" }
        return body(&self)
    }
}
