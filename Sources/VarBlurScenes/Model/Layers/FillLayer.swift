/// A color or a gradient over an area, or over a shape in it.
public struct FillLayer: Sendable, Hashable {
    /// The color or gradient.
    public var paint = Paint.color(.black)
    /// The shape that is filled; `nil` for the whole area.
    public var shape: SceneShape?

    /// Creates a fill with opaque black.
    public init() {}

    /// Creates a fill.
    public init(_ paint: Paint, shape: SceneShape? = nil) { (self.paint, self.shape) = (paint, shape) }
}

extension FillLayer: LayerContent {
    var layerContent: SceneLayer.Content { .fill(self) }

    var outline: SceneShape? { shape }

    static let members: [SceneMember<FillLayer>] = [
        .member("paint", \.paint, isRequired: true, "A CSS color, or a gradient."),
        .member("shape", \.shape, "The shape that is filled, instead of the whole area."),
    ]
}
