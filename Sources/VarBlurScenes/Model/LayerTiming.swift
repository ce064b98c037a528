internal import VarBlurJSON

/// When a layer changes in an animation.
public struct LayerTiming: Sendable, Hashable {
    /// When the change begins, as a fraction of the duration of the animation.
    public var start = 0.0
    /// When the change ends.
    public var end = 1.0

    /// Creates a timing; `end` is greater than `start`.
    public init(from start: Double = 0, to end: Double = 1) { (self.start, self.end) = (start, end) }

    init() {}
}

extension LayerTiming: SceneObject {
    static let definition: String? = "timing"

    static let members: [SceneMember<LayerTiming>] = [
        .number("start", \.start, 0...1, "When the change begins, as a fraction of the duration of the animation."),
        .number("end", \.end, 0...1, "When the change ends, after `start`."),
    ]

    var memberMistakes: [(member: String, message: String)] {
        end > start ? [] : [("end", "the end has to be after the start")]
    }

    /// The timing of a layer in JSON; `nil` if it has none.
    init?(of layer: [JSONValue.Member]) {
        let layer = JSONValue.object(layer)
        guard layer["type"] != nil, let timing = layer["timing"] else { return nil }
        func number(_ name: String) -> Double? {
            if case .number(let text)? = timing[name] { Double(text) } else { nil }
        }
        guard let start = number("start"), let end = number("end"), end > start else { return nil }
        self.init(from: start, to: end)
    }
}
