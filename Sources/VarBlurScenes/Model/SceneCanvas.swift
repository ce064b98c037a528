public import VarBlur
public import VarBlurCodecs

/// The area of a scene.
public struct SceneCanvas: Sendable, Hashable {
    /// The width in pixels; `nil` for that of the first image.
    public var width: Int?
    /// The height in pixels; `nil` for that of the first image.
    public var height: Int?
    /// The color behind all layers.
    public var background = SceneColor.clear
    /// The extension of the first image beyond its sides; `nil` for none.
    public var extend: CanvasExtension?
    /// The number of pixels of the picture for each pixel of the scene, 0.1 to 8: 2 for screens with twice the resolution.
    public var scale = 1.0
    /// The number of pixels of the scene per inch in print, 1 to 9600, which PNG and JPEG files record; `nil` for none.
    public var dpi: Int?

    /// The direction in which the scene is read, which stacks and texts have, too, unless they have their own.
    public var direction = SceneDirection.automatic

    /// Creates a canvas of the size of the first image.
    public init() {}

    /// Creates a canvas.
    public init(width: Int, height: Int, background: SceneColor = .clear) {
        (self.width, self.height, self.background) = (width, height, background)
    }
}

extension SceneCanvas: SceneObject {
    static let definition: String? = "canvas"

    /// The maximum width and height, ``CairoContext/greatestSide``.
    static let maximumSide = 32_766

    static let members: [SceneMember<SceneCanvas>] = [
        .number(
            "width", \.width, 1...SceneCanvas.maximumSide, "The width in pixels; by default, that of the first image."
        )
        .enlarging { $0.width = $0.width.map(enlarged(by: $1)) },
        .number(
            "height", \.height, 1...SceneCanvas.maximumSide,
            "The height in pixels; by default, that of the first image."
        ).enlarging { $0.height = $0.height.map(enlarged(by: $1)) },
        .member("background", \.background, "The color behind all layers."),
        .member(
            "extend", \.extend,
            "How far the first image among the layers of the document continues beyond the sides of the canvas, mirrored and blurred."
        ),
        .number(
            "scale", \.scale, 0.1...8,
            "The number of pixels of the picture for each pixel of the scene: 2 for screens with twice the resolution."),
        .number(
            "dpi", \.dpi, 1...9600,
            "The number of pixels of the scene per inch in print, which PNG and JPEG files record: 300 for a certificate of 2480 by 3508 pixels on A4."
        ),
        .member(
            "direction", \.direction,
            "The direction in which the scene is read. With `rtl`, leading is right, and rows begin there; `automatic` is `ltr`, but texts have "
                + "the direction of their first letter that has one."),
    ]

    private static func enlarged(by factor: Double) -> (Int) -> Int {
        { max(1, Int((Double($0) * factor).rounded())) }
    }
}

extension SceneCanvas {
    /// The density of the picture in print; with a larger ``scale``, the print is as large, but finer.
    public var density: PixelDensity? {
        dpi.flatMap { dpi in
            let pixels = max(Int((Double(dpi) * scale).rounded()), 1)
            return PixelDensity(x: pixels, y: pixels, unit: .inch)
        }
    }
}

/// The extension of the canvas beyond the first image, which is mirrored there and increasingly blurred.
public struct CanvasExtension: Sendable, Hashable {
    /// The lengths by which the canvas grows; percentages refer to the canvas before.
    public var insets = Insets()
    /// The maximum standard deviation of the blur, at the outer edges.
    public var radius = SceneLength.pixels(24)
    /// The standard deviation of the blur where the extension begins, limited to ``radius``.
    public var startRadius = SceneLength.pixels(3)
    /// How the standard deviation rises from the beginning of the extension to the outer edges.
    public var easing = Easing.easeOut

    /// Creates an extension of 0.
    public init() {}

    /// Creates an extension.
    public init(
        _ insets: Insets, radius: SceneLength = 24, startRadius: SceneLength = 3, easing: Easing = .easeOut
    ) {
        (self.insets, self.radius, self.startRadius, self.easing) = (insets, radius, startRadius, easing)
    }
}

extension CanvasExtension: SceneObject {
    static let definition: String? = "extension"

    static let members: [SceneMember<CanvasExtension>] =
        Insets.members.map {
            var member = $0.within(\CanvasExtension.insets)
            member.summary = member.summary.replacing("The distance from", with: "The length added at")
            return member
        } + [
            .member(
                "radius", \.radius, "The maximum standard deviation of the blur, at the outer edges.",
                check: SceneLength.negative),
            .member(
                "startRadius", \.startRadius,
                "The standard deviation of the blur where the extension begins, limited to `radius`. With 0, there is no visible seam, but "
                    + "the mirrored picture looks like a kaleidoscope near it.", check: SceneLength.negative),
            .member(
                "easing", \.easing,
                "How the standard deviation rises to the outer edges: a keyword, or `cubic-bezier(x1, y1, x2, y2)`."),
        ]
}
