public import VarBlur

/// A black or white gradient below text, which is as strong as the contrast of the text requires.
///
/// It lies on what is behind the text. Layers that the text does not touch lie above the scrim, even if they are farther back, so that it
/// does not darken other texts, badges, or glass. On a piece of glass or on the panel of an overlay, the scrim is equally strong everywhere,
/// and ends where the glass or the panel does.
public struct TextScrim: Sendable, Hashable {
    /// The color of a scrim.
    public enum Color: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// Black below bright text, white below dark text.
        case automatic
        /// Black.
        case black
        /// White.
        case white
    }

    /// A side of the canvas.
    public enum Direction: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// The side from which the scrim changes the picture least; the texts of a stack have the same one.
        case automatic
        /// The upper side.
        case top
        /// The lower side.
        case bottom
        /// The left side.
        case left
        /// The right side.
        case right
    }

    /// The color.
    public var color = Color.automatic
    /// The side of the canvas where the scrim is strongest; `nil` for the same strength everywhere.
    public var direction: Direction? = .automatic
    /// The distance from the end of the scrim to the opposite side, as a fraction of the canvas.
    public var startOffset = 0.4
    /// How the strength changes.
    public var easing = Easing.smoothstep

    /// Creates a scrim from an automatic side that ends at 40 % of the canvas before the opposite side.
    public init() {}
}

extension TextScrim: SceneObject {
    static let definition: String? = "scrim"

    static let members: [SceneMember<TextScrim>] = [
        .member("color", \.color, "Black or white; automatic is black below bright text, and white below dark text."),
        .member(
            "direction", \.direction,
            "The side of the canvas where the scrim is strongest: automatic is the side from which it "
                + "changes the picture least; null for a constant strength."
        ),
        .number(
            "startOffset", \.startOffset, -1000...0.999,
            "The distance from the end of the scrim to the opposite side, as a fraction of the canvas."),
        .member("easing", \.easing, "How the strength falls along the scrim."),
    ]
}
