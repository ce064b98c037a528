extension SceneRenderer {
    /// Throws the mistakes of a document, together with those that only ``check(_:)`` finds.
    ///
    /// - Returns: the scene, if the document has no mistakes; the scene itself is not checked then.
    package func animation(_ reading: SceneReading) throws(SceneError) -> SceneAnimation {
        guard case .invalid(let mistakes, let scene?) = reading else { return try reading.animation() }
        do throws(SceneError) {
            try check(scene)
        } catch {
            throw mistakes.merged(with: error)
        }
        throw mistakes
    }
}

extension SceneError {
    /// This error of a document with further problems of its layers, in the order of the document.
    ///
    /// A problem at the place of another one, or around it, is left out: a default may have caused it.
    fileprivate func merged(with other: SceneError) -> SceneError {
        let further = other.problems.filter { problem in
            !problems.contains { $0.isAround(problem) || problem.isAround($0) }
        }
        let all = (problems + further).enumerated().map { (key: $1.position + [.max, $0], problem: $1) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return SceneError(code, all.map(\.problem))
    }
}

extension SceneProblem {
    /// Whether the place of another problem is this one's, or a part of it.
    fileprivate func isAround(_ other: SceneProblem) -> Bool {
        path.isEmpty || other.path == path || [".", "["].contains { other.path.hasPrefix(path + $0) }
    }

    /// The numbers of the layers and other elements that contain the place; the canvas is before all layers.
    fileprivate var position: [Int] {
        if path.hasPrefix("canvas") { return [-1] }
        return path.split(separator: "[").dropFirst().compactMap {
            $0.split(separator: "]").first.flatMap { Int($0) }
        }
    }
}
