/// The opacity of a tint, as an option gives it.
package enum TintOpacity: Sendable, Hashable {
    /// The opacity itself, 0 to 1.
    case fixed(Double)
    /// The least opacity at which text is legible.
    case automatic
}
