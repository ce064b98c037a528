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
        return scene(at: time, isLimited: false) ?? scene(at: time, isLimited: true) ?? end
    }

    private func scene(at time: Double, isLimited: Bool) -> Scene? {
        var change = SceneChange(at: time, timing, isLimited: isLimited)
        let value = change.value(start.json, end.json)
        var reader = SceneReader(limits: .unlimited)
        reader.isBetweenStates = true
        let document = SceneDocument.readStates(value, &reader)
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
}

extension SceneLayer {
    mutating func markFading(from first: SceneLayer, to last: SceneLayer) {
        isFading = first.opacity != last.opacity
        background.markFading(from: first.background, to: last.background)
        mask.markFading(from: first.mask, to: last.mask)
        content = content.value.markingFading(from: first.content.value, to: last.content.value)
    }
}
