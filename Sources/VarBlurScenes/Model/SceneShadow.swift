/// A soft shadow of a shape or a text.
public struct SceneShadow: Sendable, Hashable {
    /// The color.
    public var color = SceneColor(white: 0, opacity: 0.4)
    /// The standard deviation of the Gaussian, in pixels.
    public var radius = 4.0
    /// The displacement to the right, in pixels.
    public var offsetX = 0.0
    /// The displacement downward, in pixels.
    public var offsetY = 2.0

    /// Creates the default shadow.
    public init() {}
}

extension SceneShadow: SceneObject {
    static let definition: String? = "shadow"

    static let members: [SceneMember<SceneShadow>] = [
        .member("color", \.color, "The color."),
        .pixels("radius", \.radius, 0...500, "The standard deviation of the Gaussian, in pixels."),
        .pixels("offsetX", \.offsetX, -10_000...10_000, "The displacement to the right, in pixels."),
        .pixels("offsetY", \.offsetY, -10_000...10_000, "The displacement downward, in pixels."),
    ]
}
