internal import VarBlur
public import VarBlurCodecs

/// Draws the scenes of several tasks at once, such as the requests of a server.
///
/// Each scene is drawn on another thread and by a renderer of its own, so that none can find out, slow down, or change anything of another
/// one. If many are drawn at once, some wait.
///
/// ```swift
/// let service = SceneService(SceneResources(directory: "badges"), limits: limits)
/// let picture = try await service.picture(of: scene, settings: settings)
/// ```
public struct SceneService: Sendable {
    /// Where images and fonts come from.
    ///
    /// By default, scenes can name no files.
    public var resources: SceneResources
    /// Limits that protect against hostile scenes.
    ///
    /// ``SceneLimits/time`` includes the time in which a scene waits for others.
    public var limits: SceneLimits

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - resources: where images and fonts come from.
    ///   - limits: limits for each scene.
    public init(_ resources: SceneResources = SceneResources(), limits: SceneLimits = SceneLimits()) {
        (self.resources, self.limits) = (resources, limits)
    }

    /// Draws and encodes a scene, and stops early if the task is cancelled.
    ///
    /// A scene that waits for others ends as soon as its task is cancelled. Later, cancellation is checked between layers.
    ///
    /// - Parameters:
    ///   - scene: the scene.
    ///   - settings: the format and the encoding; PNG by default.
    /// - Returns: the bytes of an image file.
    /// - Throws: a ``SceneError``, or `CancellationError` if the task was cancelled.
    /// - Complexity: O(pixels of the canvas × number of layers).
    public func picture(of scene: Scene, settings: OutputSettings = OutputSettings()) async throws -> [UInt8] {
        let limit = limits.time.map { ($0, SceneError(ImageError(timeLimit: $0))) }
        return try await BlockingWork.run(timeLimit: limit, isCancellation: { $0.code == .cancelled }) {
            (cancellation) throws(SceneError) in
            let renderer = try SceneRenderer(resources, limits: limits)
            (renderer.cancellation, renderer.page) = (cancellation, settings.page)
            let picture = try renderer.render(scene)
            return try SceneError.wrapping { () throws(ImageError) in
                try picture.encoded(settings, density: scene.canvas.density)
            }
        }
    }
}
