/// A picture of layers over a canvas.
///
/// The same value can be written in Swift and in JSON:
///
/// ```swift
/// var scene = Scene(canvas: SceneCanvas(width: 1200, height: 630))
/// scene.layers = [
///     SceneLayer(.image(ImageLayer("photo.jpg"))), SceneLayer(.text(TextLayer("Alpine lake", size: 56))),
/// ]
/// ```
public struct Scene: Sendable, Hashable {
    /// The area.
    public var canvas = SceneCanvas()
    /// The paths of font files, relative to the directory of the scene, whose families take the place of those of the system.
    public var fonts: [String] = []
    /// The layers, from back to front.
    public var layers: [SceneLayer] = []
    /// The layers whose values follow overlays.
    public var followers: [SceneFollowers] = []

    /// Creates a scene without layers.
    public init() {}

    /// Creates a scene.
    public init(
        canvas: SceneCanvas, layers: [SceneLayer] = [], fonts: [String] = [], followers: [SceneFollowers] = []
    ) {
        (self.canvas, self.layers, self.fonts, self.followers) = (canvas, layers, fonts, followers)
    }

    /// The scene with all lengths in pixels of the picture.
    var enlarged: Scene {
        guard canvas.scale != 1 else { return self }
        var scene = self
        (scene.canvas, scene.layers) = (canvas.enlarged(by: canvas.scale), layers.enlarged(by: canvas.scale))
        scene.followers = followers.map {
            SceneFollowers(of: $0.overlay, at: $0.layers.enlarged(by: canvas.scale))
        }
        return scene
    }
}

/// The values of layers that follow the panel of an overlay.
///
/// In JSON, such a value is `{"from": …, "to": …, "follows": "sheet"}`. Numbers, lengths, and colors can follow a panel, and so do the
/// pieces of a ``GlassLayer``.
public struct SceneFollowers: Sendable, Hashable {
    /// The identifier of the overlay.
    public var overlay: String
    /// All layers of the scene as they are while the panel is at its least enabled notch.
    ///
    /// ``Scene/layers`` are those at its greatest enabled notch. In between, the values change in proportion to the extent of the panel.
    public var layers: [SceneLayer]

    /// Creates followers of an overlay, whose values at its least enabled notch are those of `layers`.
    public init(of overlay: String, at layers: [SceneLayer]) { (self.overlay, self.layers) = (overlay, layers) }
}
