internal import VarBlurJSON
public import VarBlur

/// A scene that changes between two states.
///
/// In JSON, any value may be `{"from": …, "to": …}`. Numbers, lengths, and colors change gradually, and so do the pieces of a
/// ``GlassLayer``, which are matched by their identifiers; labels that differ crossfade. All other values must be the same in both states.
public struct SceneAnimation: Sendable, Hashable {
    /// The first state.
    public let start: Scene
    /// The last state.
    public let end: Scene
    /// How the progress depends on time.
    public var timing = SceneTiming.easing(.easeInOut)

    /// Creates an animation.
    ///
    /// - Throws: ``SceneError/Code/invalidScene`` if a value that cannot change gradually differs between the states.
    public init(from start: Scene, to end: Scene, timing: SceneTiming = .easing(.easeInOut)) throws(SceneError) {
        (self.start, self.end, self.timing) = (start, end, timing)
        var change = SceneChange(progress: 0.5)
        _ = change.value(start.json, end.json)
        if !change.problems.isEmpty { throw SceneError(.invalidScene, change.problems) }
    }

    /// Whether both states are the same, so that all frames are.
    public var isStill: Bool { start == end }

    /// Returns the scene at a time.
    ///
    /// - Parameter time: 0 (``start``) to 1 (``end``), which are returned unchanged.
    /// - Returns: a scene without further motion.
    /// - Complexity: O(number of values of the scene).
    public func scene(at time: Double) -> Scene {
        if time <= 0 || isStill { return start }
        if time >= 1 { return end }
        // beyond the ends, a number may leave its range; all values in between are in it, because ranges are intervals
        var problems: [SceneProblem] = []
        if let scene = scene(at: time, limiting: { _ in false }, &problems) { return scene }
        let paths = problems.map(\.path)
        return scene(at: time, limiting: paths.contains, &problems) ?? scene(
            at: time, limiting: { _ in true }, &problems)
            ?? end
    }

    /// The scene at a time; `nil`, and the problems, if some values are out of their ranges.
    ///
    /// `isLimited` tells of which values the progress stays within 0...1, by their paths.
    private func scene(
        at time: Double, limiting isLimited: @escaping (String) -> Bool, _ problems: inout [SceneProblem]
    ) -> Scene? {
        var change = SceneChange(at: time, timing, limiting: isLimited)
        let value = change.value(start.json, end.json)
        var reader = SceneReader(limits: .unlimited)
        reader.isBetweenStates = true
        let document = SceneDocument.readStates(value, &reader)
        problems = reader.problems
        guard reader.problems.isEmpty, var scene = document?.scene else { return nil }
        scene.layers.markFading(from: start.layers, to: end.layers)
        return scene
    }
}

extension [SceneLayer] {
    /// Marks the layers whose opacity changes between two states of them.
    mutating func markFading(from first: [SceneLayer], to last: [SceneLayer]) {
        for (index, (first, last)) in zip(indices, zip(first, last)) { self[index].markFading(from: first, to: last) }
    }

    /// The paths of the layers that are marked, and of the texts whose color fades.
    func fadingPaths(below path: String) -> [String] {
        enumerated().flatMap { index, layer in layer.fadingPaths("\(path)[\(index)]") }
    }
}

extension SceneLayer {
    mutating func markFading(from first: SceneLayer, to last: SceneLayer) {
        isFading = first.opacity != last.opacity
        background.markFading(from: first.background, to: last.background)
        mask.markFading(from: first.mask, to: last.mask)
        content = content.value.markingFading(from: first.content.value, to: last.content.value)
    }

    fileprivate func fadingPaths(_ path: String) -> [String] {
        let value = content.value
        let lists = [("background", background), ("maskedBy", mask)] + value.children.map { ($0.path, $0.layers) }
        var own = isFading ? [path] : []
        if case .text(let text) = content, text.hasFadingColor { own.append("\(path).color") }
        return own + lists.flatMap { $1.fadingPaths(below: "\(path).\($0)") }
    }
}
