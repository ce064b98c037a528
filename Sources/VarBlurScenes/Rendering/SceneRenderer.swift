public import VarBlur
package import VarBlurCodecs

/// Draws scenes.
///
/// A renderer keeps the fonts and images that it has loaded, so that later scenes that use them render faster.
///
/// Not thread-safe: use a renderer from one thread at a time. ``SceneService`` draws the scenes of several tasks.
///
/// ```swift
/// let renderer = try SceneRenderer(SceneResources(directory: "photos"))
/// let image = try renderer.render(scene)
/// ```
public final class SceneRenderer {
    private let limits: SceneLimits
    let images: SceneImages
    let text: TextEngine
    private var snapshot: Snapshot?
    /// The paths of layers of an animation that were found to be outside.
    private var knownOutsiders: Set<String> = []
    /// Is called with the path of each layer of a scene before it is checked and before it is drawn.
    package var layerObserver: (String) -> Void = { _ in }
    /// The time that the texts of the current picture have taken.
    package var textClock: TextClock { text.clock }
    /// The color that an output without transparency puts behind the picture; `nil` for none.
    package var page: RGBColor?
    /// A request to end drawing early, which is looked up between layers.
    var cancellation: Cancellation?

    /// The scene that was checked last, unless it has mistakes.
    private var latest: CheckedScene?

    /// A scene without mistakes, whose fonts and notches are those of ``text``.
    private struct CheckedScene {
        let given: Scene
        let page: RGBColor?
        /// The scene as it is drawn.
        let scene: Scene
        let size: CanvasSize
        /// What is probably not meant.
        let notices: [String]
        /// The layers outside of the canvas.
        let outsiders: [LayerOutside]
        /// The memory of drawing.
        let byteCount: Int
    }

    /// The layers at the start of the latest scene that the next scene shares, and their rendered pixels.
    private struct Snapshot {
        let canvas: SceneCanvas
        let fonts: [String]
        let layers: [SceneLayer]
        /// The names of notches that they show.
        let notchNames: [String: String]
        /// The drawing after these layers, some of which may not be drawn yet.
        let drawing: SceneDrawing
    }

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - resources: where images come from.
    ///   - limits: limits that protect against hostile scenes.
    /// - Throws: ``SceneError/Code/outOfMemory``.
    public init(
        _ resources: SceneResources = SceneResources(), limits: SceneLimits = SceneLimits()
    ) throws(SceneError) {
        self.limits = limits
        images = SceneImages(resources, limits.images)
        text = try TextEngine(fontDirectories: resources.fontDirectories)
    }

    /// Notices about fonts, images, and values that are probably not meant, one sentence each, without a period.
    public private(set) var notices: [String] = []

    /// Checks a scene before anything is drawn: the size of its canvas, its images, its markup, its radii, and the contrast of its texts.
    ///
    /// Pixels are not decoded. ``notices`` then contains those about fonts and values.
    ///
    /// - Parameter scene: the scene.
    /// - Returns: the width and the height of the picture.
    /// - Throws: ``SceneError`` with all mistakes that were found.
    @discardableResult
    public func check(_ scene: Scene) throws(SceneError) -> (width: Int, height: Int) {
        let (checked, outsiders) = try checkedWithOutsiders(scene)
        note(checked.notices + outsiders.map(\.notice))
        return (checked.size.width, checked.size.height)
    }

    /// Checks a scene at a time of an animation as ``check(_:)`` does.
    ///
    /// Layers that are outside of the canvas are noted if they are so at all times, and once only.
    @discardableResult
    package func check(_ scene: Scene, of animation: SceneAnimation) throws(SceneError) -> (width: Int, height: Int) {
        var (checked, outsiders) = try checkedWithOutsiders(scene)
        note(checked.notices)
        outsiders.removeAll { !knownOutsiders.insert($0.path).inserted }
        for step in 0...Self.timeCount where !outsiders.isEmpty && !animation.isStill {
            // mistakes at times that are not drawn do not matter
            let other = try? checkedWithOutsiders(animation.scene(at: Double(step) / Double(Self.timeCount)))
            if let other { outsiders = outsiders.common(with: other.outsiders) }
        }
        note(outsiders.map(\.notice))
        return (checked.size.width, checked.size.height)
    }

    /// The number of times of an animation at which a layer may be on the canvas, after the first one.
    private static let timeCount = 32

    /// A scene without mistakes, and the layers that are outside of its canvas wherever overlays are.
    private func checkedWithOutsiders(
        _ scene: Scene
    ) throws(SceneError) -> (scene: CheckedScene, outsiders: [LayerOutside]) {
        let checked = try checkedScene(scene)
        try beginScene(memory: checked.byteCount)
        var outsiders = checked.outsiders
        // layers that follow an overlay may come in with it
        for layers in scene.followers.map(\.layers) + [scene.layers]
        where !outsiders.isEmpty && !scene.followers.isEmpty {
            var extreme = scene
            (extreme.layers, extreme.followers) = (layers, [])
            if let resolved = try? self.resolved(extreme), let (_, found) = try? check(resolved: resolved) {
                outsiders = outsiders.common(with: found.outsiders)
            }
        }
        return (checked, outsiders)
    }

    /// The scene as it is drawn, which is checked unless it was the last one.
    private func checkedScene(_ scene: Scene) throws(SceneError) -> CheckedScene {
        if let latest, latest.given == scene, latest.page == page { return latest }
        text.beginScene()
        let resolved = try resolved(scene)
        let (size, found) = try check(resolved: resolved)
        let memory = SceneMemory(width: size.width, height: size.height, images)
        let checked = CheckedScene(
            given: scene, page: page, scene: resolved, size: size, notices: found.notices, outsiders: found.outsiders,
            byteCount: try memory.byteCount(of: resolved))
        latest = checked
        return checked
    }

    /// The scene with all lengths in pixels of the picture, and with values that follow overlays at their progress.
    private func resolved(_ scene: Scene) throws(SceneError) -> Scene {
        var scene = scene.enlarged
        // automatic colors, glass, and scrims depend on what is seen
        if let page { scene.canvas.background = scene.canvas.background.over(page) }
        // other mistakes are reported later, together
        guard !scene.followers.isEmpty, let size = try? CanvasSize(scene, images, limits) else { return scene.directed }
        let all = scene.layers
        let (order, cycle) = scene.followers.order(in: all)
        guard cycle.isEmpty else { throw SceneError(.invalidScene, SceneFollowers.message(aboutCycle: cycle)) }
        for followers in order {
            guard let overlay = scene.layers.overlay(followers.overlay) else {
                throw SceneError(.invalidScene, all.missingOverlay(followers.overlay))
            }
            guard let progress = try? overlay.progress(on: size) else { continue }
            scene.layers = try scene.layers.following(from: followers.layers, to: all, progress)
        }
        scene.followers = []
        return scene.directed
    }

    private func check(resolved scene: Scene) throws(SceneError) -> (CanvasSize, SceneCheck) {
        latest = nil
        let size = Result { () throws(SceneError) in try CanvasSize(scene, images, limits) }
        text.notchNames = (try? size.get()).map { scene.layers.notchNames(on: $0) } ?? [:]
        let fonts = Result { () throws(SceneError) in try loadFonts(of: scene) }
        let check = SceneCheck(scene, size, fonts, images, text, limits, observer: layerObserver)
        if let error = check.error { throw error }
        return (try size.get(), check)
    }

    private func loadFonts(of scene: Scene) throws(SceneError) {
        var files: [String] = []
        for (index, name) in scene.fonts.enumerated() {
            files.append(try images.font(name, path: "fonts[\(index)]").path)
        }
        let mistakes = try text.load(fontFiles: files)
        for (index, file) in files.enumerated() {
            if let mistake = mistakes[file] { throw SceneError(mistake, path: "fonts[\(index)]") }
        }
    }

    /// Draws a scene.
    ///
    /// - Parameter scene: the scene.
    /// - Returns: the picture, in ``GlassContainer/pixelFormat``: 8-bit BGRA with premultiplied alpha. `PixelBuffer.write(to:_:existing:)`
    ///   of the module `VarBlurCodecs` writes it to a file, and `PixelBuffer.converted(to:)` converts it.
    /// - Throws: ``SceneError``.
    /// - Complexity: O(pixels of the canvas × number of layers).
    public func render(_ scene: Scene) throws(SceneError) -> PixelBuffer {
        let start = cancellation?.start ?? .now
        let (scene, size) = try beginDrawing(scene)
        let isSame = snapshot.map {
            $0.canvas == scene.canvas && $0.fonts == scene.fonts && $0.notchNames == text.notchNames
        }
        let shared = isSame ?? false ? snapshot?.layers ?? [] : []
        let isPrefix = !shared.isEmpty && scene.layers.starts(with: shared)
        let drawing: SceneDrawing
        if let snapshot, isPrefix {
            drawing = SceneDrawing(try Surface(copying: snapshot.drawing.surface), continuing: snapshot.drawing)
        } else {
            let surface = try Surface(width: size.width, height: size.height)
            try surface.draw { context throws(SceneError) in
                context.setPath(surface.bounds)
                context.setColor(scene.canvas.background)
                try context.fill()
            }
            drawing = SceneDrawing(surface, size, images, text)
        }
        limit(drawing, since: start)
        for index in (isPrefix ? shared.count : 0)..<scene.layers.count {
            if index == keptLayerCount && index > 0 && !isPrefix {
                let kept = SceneDrawing(try Surface(copying: drawing.surface), continuing: drawing)
                snapshot = Snapshot(
                    canvas: scene.canvas, fonts: scene.fonts, layers: Array(scene.layers[..<index]),
                    notchNames: text.notchNames, drawing: kept)
            }
            try drawing.add(topLevel: scene.layers[index], index: index)
        }
        return try picture(drawing)
    }

    /// Checks a scene before it is drawn, and begins to measure what it takes.
    private func beginDrawing(_ scene: Scene) throws(SceneError) -> (Scene, CanvasSize) {
        let checked = try checkedScene(scene)
        note(checked.notices)
        text.clock.reset()
        try beginScene(memory: checked.byteCount)
        return (checked.scene, checked.size)
    }

    /// Ends a drawing at the limit of time, or if it is cancelled.
    private func limit(_ drawing: SceneDrawing, since start: Instant) {
        drawing.willDraw = { [limits, layerObserver, cancellation] (path) throws(SceneError) in
            layerObserver(path)
            if cancellation?.isCancelled ?? false { throw SceneError(.cancelled, "drawing was cancelled", path: path) }
            guard let time = limits.time, Instant.now >= start + time else { return }
            throw SceneError(ImageError(timeLimit: time), path: path)
        }
    }

    /// The picture of a drawing with all of its layers.
    private func picture(_ drawing: SceneDrawing) throws(SceneError) -> PixelBuffer {
        try drawing.finish()
        note(drawing.notices)
        return try SceneError.wrapping(drawing.surface.pixels.copy())
    }

    private func note(_ found: [String]) {
        for notice in found where !notices.contains(notice) { notices.append(notice) }
    }

    /// Checks the memory of a drawing, and lets its images have what it leaves.
    private func beginScene(memory: Int) throws(SceneError) {
        var images = limits.images
        images.memory = limits.memory
        try SceneError.wrapping { () throws(ImageError) in try images.check(memory: memory) }
        self.images.beginScene(drawingMemory: images.memory - memory)
    }

    /// The number of layers from the back whose picture is kept for the next scene.
    private var keptLayerCount = 0

    /// Keeps the picture of the layers at the back that are the same in both states of an animation, so that its frames take less time.
    public func keepLayers(of animation: SceneAnimation) {
        let pairs = zip(animation.start.layers, animation.end.layers)
        let isSameCanvas = animation.start.canvas == animation.end.canvas
        keptLayerCount = isSameCanvas ? pairs.prefix { $0 == $1 }.count : 0
        snapshot = nil
    }

    /// An upper bound on the memory that a scene and its images require, in bytes.
    ///
    /// - Parameter scene: the scene.
    /// - Returns: the number of bytes.
    /// - Throws: ``SceneError`` with all mistakes that were found.
    public func memory(of scene: Scene) throws(SceneError) -> Int { try checkedScene(scene).byteCount }

    /// Draws layers over an image in place.
    ///
    /// - Parameters:
    ///   - layers: the layers, from back to front.
    ///   - pixels: the image, in ``GlassContainer/pixelFormat``: 8-bit BGRA with premultiplied alpha. Any other format traps;
    ///     `PixelBuffer.converted(to:)` converts it.
    /// - Throws: ``SceneError``; the image may then have some of the layers.
    /// - Complexity: O(pixels × number of layers).
    public func draw(_ layers: [SceneLayer], over pixels: inout PixelBuffer) throws(SceneError) {
        trapUnless(
            pixels.format == Surface.format,
            "layers are drawn on 8-bit BGRA pixels with premultiplied alpha, but these are \(pixels.format)")
        let start = cancellation?.start ?? .now
        let canvas = SceneCanvas(width: pixels.width, height: pixels.height)
        let (scene, size) = try beginDrawing(Scene(canvas: canvas, layers: layers))
        let surface = Surface(try SceneError.wrapping(pixels.copy()))
        let drawing = SceneDrawing(surface, size, images, text)
        limit(drawing, since: start)
        for (index, layer) in scene.layers.enumerated() { try drawing.add(topLevel: layer, index: index) }
        pixels = try picture(drawing)
    }
}
