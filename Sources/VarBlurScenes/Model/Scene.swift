/// A picture of layers over a canvas.
///
/// The same value can be written in Swift and in JSON:
///
/// ```swift
/// var scene = Scene(canvas: Canvas(width: 1200, height: 630))
/// scene.layers = [Layer(.image(ImageLayer("photo.jpg"))), Layer(.text(TextLayer("Alpine lake", size: 56)))]
/// ```
public struct Scene: Sendable, Hashable {
    /// The area.
    public var canvas = Canvas()
    /// The paths of font files, relative to the directory of the scene, whose families take the place of those of the system.
    public var fonts: [String] = []
    /// The layers, from back to front.
    public var layers: [Layer] = []

    /// Creates a scene without layers.
    public init() {}

    /// Creates a scene.
    public init(canvas: Canvas, layers: [Layer] = [], fonts: [String] = []) {
        (self.canvas, self.layers, self.fonts) = (canvas, layers, fonts)
    }

    /// The scene with all lengths in pixels of the picture.
    var enlarged: Scene {
        guard canvas.scale != 1 else { return self }
        var scene = self
        (scene.canvas, scene.layers) = (canvas.enlarged(by: canvas.scale), layers.enlarged(by: canvas.scale))
        return scene
    }
}
