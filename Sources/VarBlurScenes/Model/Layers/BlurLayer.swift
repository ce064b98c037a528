public import VarBlur
internal import VarBlurCodecs

/// A progressive blur of everything below, in an area or in a shape in it.
///
/// The ramp is that of the area. Pixels beyond the area are read, so that a blur has no seams.
public struct BlurLayer: Sendable, Hashable {
    /// The maximum standard deviation of the Gaussian, in pixels or percent of the height of the canvas.
    public var radius = SceneLength.pixels(ProgressiveBlur.defaultMaximumRadius)
    /// The minimum standard deviation.
    public var minimumRadius = SceneLength.pixels(0)
    /// The side where the blur is strongest; `nil` for a constant radius.
    public var direction: BlurDirection? = .top
    /// The distance from the end of the ramp to the opposite side, as a fraction of the area; below 1.
    public var startOffset = 0.0
    /// How the radius changes along the ramp.
    public var easing = Easing.linear
    /// Gradients of radii in the notation of `BlurGradient`, which replace the ramp from a side; empty for none.
    public var ramp = ""
    /// The path of a mask, whose luminance or opacity replaces the ramp: white is blurred most; empty for none.
    public var mask = ""
    /// Whether the mask is inverted: black is blurred most.
    public var invertsMask = false
    /// The path of a matte, whose luminance or opacity says what stays in front of the blur: white does; empty for none.
    public var matte = ""
    /// Whether the matte is inverted: black stays in front.
    public var invertsMatte = false
    /// A tint, which grows along the ramp: from none where the radius is ``minimumRadius`` to its opacity where the blur is strongest; `nil`
    /// for none.
    public var tint: SceneColor?
    /// The saturation where the blur is strongest; 1 changes nothing.
    public var saturation = 1.0
    /// The standard deviation of the grain, in 8-bit steps.
    public var grain = 0.0
    /// Whether gradients are dithered.
    public var dithers = false
    /// How pixels beyond the canvas are treated.
    public var edges = EdgeMode.normalize
    /// The shape that is blurred; `nil` for the whole area.
    public var shape: SceneShape?

    /// Creates a blur of 20 pixels at the top that falls to 0 at the bottom.
    public init() {}

    /// Creates a blur from one side.
    public init(radius: SceneLength, direction: BlurDirection?, startOffset: Double = 0) {
        (self.radius, self.direction, self.startOffset) = (radius, direction, startOffset)
    }
}

extension BlurLayer: LayerContent {
    static let definition: String? = "blur"

    var layerContent: SceneLayer.Content { .blur(self) }

    var outline: SceneShape? { shape }

    var images: [ImageReference] {
        [(mask, "mask"), (matte, "matte")].filter { !$0.0.isEmpty }.map {
            ImageReference(name: $0.0, path: $0.1, isMask: true)
        }
    }

    static let members: [SceneMember<BlurLayer>] = [
        .member(
            "radius", \.radius, "The maximum standard deviation, in pixels or in percent of the height of the canvas.",
            check: SceneLength.negative),
        .member("minimumRadius", \.minimumRadius, "The minimum standard deviation.", check: SceneLength.negative),
        .member(
            "direction", \.direction, "The side where the blur is strongest; null for a constant radius."),
        .number(
            "startOffset", \.startOffset, -1000...0.999,
            "The distance from the end of the ramp to the opposite side, as a fraction of the area."),
        .member(
            "easing", \.easing, "How the radius changes along the ramp: a keyword, or `cubic-bezier(x1, y1, x2, y2)`."),
        .member(
            "ramp", \.ramp,
            "Gradients of radii, such as \"linear-blur(0px 40%, 18px)\", which replace the ramp from a side.",
            check: mistake(inRamp:)
        ).enlarging { $0.ramp = enlarged(ramp: $0.ramp, by: $1) },
        .imagePath(
            "mask", \.mask,
            "The path of a mask, which replaces the ramp: white is blurred most. With `photo:depth:` before it, the mask is the depth that a photo of a phone has, with the farthest white, and with `photo:`, its subject."
        ),
        .member("invertsMask", \.invertsMask, "Whether the mask is inverted: black is blurred most."),
        .imagePath(
            "matte", \.matte,
            "The path of a matte, which is stretched over the area: what is white in it stays in front of the blur, without a halo. With `photo:` before it, the matte is the subject that a photo of a phone tells.",
            check: mistake(inMatte:)
        ),
        .member("invertsMatte", \.invertsMatte, "Whether the matte is inverted: black stays in front."),
        .member(
            "tint", \.tint,
            "A tint, which grows along the ramp: from none where the radius is `minimumRadius` to its alpha where the blur is strongest."
        ),
        .number(
            "saturation", \.saturation, 0...4,
            "The saturation where the blur is strongest; 1 changes nothing. Gray is the luma of Rec. 601."),
        .number("grain", \.grain, 0...64, "The standard deviation of the grain, in 8-bit steps."),
        .member("dithers", \.dithers, "Whether gradients are dithered."),
        .member("edges", \.edges, "How pixels beyond the canvas are treated."),
        .member("shape", \.shape, "The shape that is blurred, instead of the whole area."),
    ]

    var mistake: String? {
        mask.isEmpty || ramp.isEmpty ? nil : "'ramp' and 'mask' cannot be combined"
    }

    /// A ramp whose lengths in pixels are multiplied by a factor.
    private static func enlarged(ramp: String, by factor: Double) -> String {
        // units and keywords may have capital letters
        let parts = ramp.lowercased().split(separator: "px", omittingEmptySubsequences: false)
        let enlarged = parts.dropLast().map { part -> String in
            let start =
                part.lastIndex { !"0123456789.e+-".contains($0) }.map { part.index(after: $0) } ?? part.startIndex
            guard let number = Double(part[start...]) else { return String(part) }
            return part[..<start] + SceneText.number(number * factor)
        }
        return (enlarged + [String(parts.last ?? "")]).joined(separator: "px")
    }

    static func mistake(inMatte name: String) -> String? {
        MaskName(name).plane == .depth ? "depth is no matte; write 'photo:', or name it as the mask" : nil
    }

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
    static var choices: [String] { names }

    static var expectation: String { "an easing: \(names.list("or")), or cubic-bezier(x1, y1, x2, y2)" }

    init?(sceneText text: String) {
        guard let easing = try? Easing(text) else { return nil }
        self = easing
    }

    var sceneText: String { description }
}
