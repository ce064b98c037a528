public import VariableBlur

/// A progressive blur of everything below, in an area or in a shape in it.
///
/// The ramp is that of the area. Pixels beyond the area are read, so that a blur has no seams.
public struct BlurLayer: Sendable, Hashable {
    /// The greatest standard deviation of the Gaussian, in pixels or percent of the height of the canvas.
    public var radius = SceneLength.pixels(ProgressiveBlur.defaultMaximumRadius)
    /// The least standard deviation.
    public var minimumRadius = SceneLength.pixels(0)
    /// The side where the blur is strongest; `nil` for the same radius everywhere.
    public var direction: BlurDirection? = .top
    /// The distance from the end of the ramp to the opposite side, as a fraction of the area; below 1.
    public var startOffset = 0.0
    /// How the radius changes along the ramp.
    public var easing = Easing.linear
    /// Gradients of radii in the notation of `BlurGradient`, which replace the ramp from a side; empty for none.
    public var ramp = ""
    /// The path of an image whose luminance or opacity replaces the ramp: white is blurred most; empty for none.
    public var mask = ""
    /// Whether black is blurred most instead.
    public var invertsMask = false
    /// A color laid over along the ramp; `nil` for none.
    public var tint: SceneColor?
    /// The saturation where the blur is strongest; 1 changes nothing.
    public var saturation = 1.0
    /// The standard deviation of grain, in steps of 8 bits.
    public var grain = 0.0
    /// Whether gradients are dithered.
    public var dithers = false
    /// The rule for pixels beyond the canvas.
    public var edges = EdgeMode.normalize
    /// The shape that is blurred; `nil` for the whole area.
    public var shape: Shape?

    /// Creates a blur of 20 pixels at the top that falls to 0 at the bottom.
    public init() {}

    /// Creates a blur from one side.
    public init(radius: SceneLength, direction: BlurDirection?, startOffset: Double = 0) {
        (self.radius, self.direction, self.startOffset) = (radius, direction, startOffset)
    }
}

extension BlurLayer: SceneObject {
    static let members: [SceneMember<BlurLayer>] = [
        .member(
            "radius", \.radius, "The greatest standard deviation, in pixels or in percent of the height of the canvas.",
            check: SceneLength.negative),
        .member("minimumRadius", \.minimumRadius, "The least standard deviation.", check: SceneLength.negative),
        .member(
            "direction", \.direction, "The side where the blur is strongest; null for the same radius everywhere."),
        .number(
            "startOffset", \.startOffset, -1000...0.999,
            "The distance from the end of the ramp to the opposite side, as a fraction of the area."),
        .member("easing", \.easing, "How the radius changes along the ramp."),
        .member(
            "ramp", \.ramp,
            "Gradients of radii, such as \"linear-blur(0px 40%, 18px)\", which replace the ramp from a side.",
            check: mistake(inRamp:)),
        .imagePath("mask", \.mask, "The path of an image that replaces the ramp: white is blurred most."),
        .member("invertsMask", \.invertsMask, "Whether black is blurred most instead."),
        .member("tint", \.tint, "A color laid over along the ramp, with its opacity."),
        .number("saturation", \.saturation, 0...4, "The saturation where the blur is strongest; 1 changes nothing."),
        .number("grain", \.grain, 0...64, "The standard deviation of grain, in steps of 8 bits."),
        .member("dithers", \.dithers, "Whether gradients are dithered."),
        .member("edges", \.edges, "The rule for pixels beyond the canvas."),
        .member("shape", \.shape, "The shape that is blurred, instead of the whole area."),
    ]

    private static func mistake(inRamp text: String) -> String? {
        if text.isEmpty { return nil }
        do {
            _ = try BlurGradient.list(text)
            return nil
        } catch {
            return error.description
        }
    }
}

extension BlurDirection: SceneChoice {}

extension EdgeMode: SceneChoice {}

extension Easing: SceneTextValue {
    static var examples: [String] { names }

    static var expectation: String { "an easing: \(SceneText.list(names)), or cubic-bezier(x1, y1, x2, y2)" }

    init?(sceneText text: String) {
        guard let easing = try? Easing(text) else { return nil }
        self = easing
    }

    var sceneText: String { description }
}
