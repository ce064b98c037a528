/// The area of a scene.
public struct Canvas: Sendable, Hashable {
    /// The width in pixels; `nil` for that of the first image.
    public var width: Int?
    /// The height in pixels; `nil` for that of the first image.
    public var height: Int?
    /// The color behind all layers.
    public var background = SceneColor.clear
    /// The extension of the first image beyond its sides; `nil` for none.
    public var extend: CanvasExtension?

    /// Creates a canvas of the size of the first image.
    public init() {}

    /// Creates a canvas.
    public init(width: Int, height: Int, background: SceneColor = .clear) {
        (self.width, self.height, self.background) = (width, height, background)
    }
}

extension Canvas: SceneObject {
    /// The maximum width and height, ``CairoContext/greatestSide``.
    static let maximumSide = 32_766

    static let members: [SceneMember<Canvas>] = [
        .number("width", \.width, 1...Canvas.maximumSide, "The width in pixels; by default, that of the first image."),
        .number(
            "height", \.height, 1...Canvas.maximumSide, "The height in pixels; by default, that of the first image."),
        .member("background", \.background, "The color behind all layers."),
        .member(
            "extend", \.extend,
            "How far the first image among the layers of the document continues beyond the sides of the canvas, mirrored and blurred."
        ),
    ]
}

/// The extension of the canvas beyond the first image, which is mirrored there and increasingly blurred.
public struct CanvasExtension: Sendable, Hashable {
    /// The lengths by which the canvas grows; percentages refer to the canvas before.
    public var insets = Insets()
    /// The maximum standard deviation of the blur, at the outer edges; it is 0 where the extension begins.
    public var radius = SceneLength.pixels(24)

    /// Creates an extension of 0.
    public init() {}

    /// Creates an extension.
    public init(_ insets: Insets, radius: SceneLength = 24) { (self.insets, self.radius) = (insets, radius) }
}

extension CanvasExtension: SceneObject {
    static let members: [SceneMember<CanvasExtension>] =
        Insets.members.map { member in
            SceneMember(
                name: member.name, summary: member.summary.replacing("The distance from", with: "The length added at"),
                isRequired: false, rangeText: member.rangeText, schema: member.schema,
                read: { member.read($0, &$1, &$2.insets) }, write: { member.write($0.insets) })
        } + [
            .member(
                "radius", \.radius,
                "The maximum standard deviation of the blur, at the outer edges; it is 0 where the extension begins.",
                check: SceneLength.negative)
        ]
}
