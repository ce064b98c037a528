public import VariableBlur

/// A black or white gradient below text, which is as strong as the contrast of the text requires.
public struct TextScrim: Sendable, Hashable {
    /// The color of a scrim.
    public enum Color: String, CaseIterable, Sendable, Hashable {
        /// Black below bright text, white below dark text.
        case automatic
        /// Black.
        case black
        /// White.
        case white
    }

    /// The color.
    public var color = Color.automatic
    /// The side of the canvas where the scrim is strongest; `nil` for the same strength everywhere.
    public var direction: BlurDirection? = .bottom
    /// The distance from the end of the scrim to the opposite side, as a fraction of the canvas.
    public var startOffset = 0.4
    /// How the strength changes.
    public var easing = Easing.smoothstep

    /// Creates a scrim from the bottom that ends at 40 % of the height.
    public init() {}
}

extension TextScrim.Color: SceneChoice {}

extension TextScrim: SceneObject {
    static let members: [SceneMember<TextScrim>] = [
        .member("color", \.color, "Black or white; automatic is black below bright text, and white below dark text."),
        .member(
            "direction", \.direction,
            "The side of the canvas where the scrim is strongest; null for a constant strength."),
        .number(
            "startOffset", \.startOffset, -1000...0.999,
            "The distance from the end of the scrim to the opposite side, as a fraction of the canvas."),
        .member("easing", \.easing, "How the strength falls along the scrim."),
    ]
}
