package import VarBlurJSON

/// A document that was read as far as its mistakes allow.
package enum SceneReading: Sendable {
    /// A scene without mistakes.
    case valid(SceneAnimation)
    /// The mistakes, and the last state of the scene with defaults in place of wrong values; `nil` if it has to be left alone.
    case invalid(SceneError, Scene?)

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - assignments: values to set before the document is checked, in their order.
    ///   - limits: limits that protect against hostile scenes.
    /// - Throws: ``SceneError/Code/invalidScene`` if a value cannot be set.
    package init(
        document: JSONValue, setting assignments: [SceneAssignment] = [], limits: SceneLimits
    ) throws(SceneError) {
        let document = try SceneAnimation.assigned(assignments, to: document)
        self = SceneReading(document, limits: limits).explained(by: assignments, in: document)
    }

    init(_ value: JSONValue, limits: SceneLimits) {
        let document: JSONValue
        do throws(SceneError) {
            document = try SceneRepetition.expanded(value, limits)
        } catch {
            self = .invalid(error, nil)
            return
        }
        var reader = SceneReader(limits: limits)
        let last = SceneDocument.readStates(document, &reader)
        var first = last
        var problems = reader.problems
        if reader.isAnimated {
            var firstReader = SceneReader(limits: limits, state: .from)
            first = SceneDocument.readStates(document, &firstReader)
            problems += firstReader.problems.filter { !problems.contains($0) }
        }
        guard problems.isEmpty, let first, let last else {
            let error = SceneError(reader.exceedsLimit ? .overLimit : .invalidScene, problems)
            self = .invalid(error, reader.exceedsLimit ? nil : last?.scene)
            return
        }
        do throws(SceneError) {
            let start = reader.isAnimated ? first.scene : last.scene
            let animation = try SceneAnimation(from: start, to: last.scene, timing: last.motion.timing)
            try animation.end.check(limits)
            if !animation.isStill { try animation.start.check(limits) }
            self = .valid(animation)
        } catch {
            self = .invalid(error, error.code == .overLimit ? nil : last.scene)
        }
    }

    /// The same with the mistakes of assignments in place of those that they have caused.
    func explained(by assignments: [SceneAssignment], in document: JSONValue) -> SceneReading {
        guard case .invalid(let error, let scene) = self, !assignments.isEmpty else { return self }
        let problems = error.problems.map { problem in
            assignments.lazy.compactMap { $0.cause(of: problem, in: document) }.first ?? problem
        }
        // values that are not there would cause further mistakes
        return .invalid(
            SceneError(error.code, problems, error.imageError), problems == error.problems ? scene : nil)
    }

    /// The scene.
    ///
    /// - Throws: the mistakes of the document.
    package func animation() throws(SceneError) -> SceneAnimation {
        switch self {
        case .valid(let animation): return animation
        case .invalid(let error, _): throw error
        }
    }
}
