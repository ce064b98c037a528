/// What the blur reads where its kernel reaches beyond the image.
public enum EdgeMode: String, CaseIterable, Sendable, Hashable, Codable {
    /// Nothing: the weights that fall inside the image are scaled to sum to 1, on each axis by itself.
    ///
    /// The weight is that of the rectangle, never that of the image's alpha.
    case normalize
    /// The nearest edge pixel: `a a a | a b c d | d d d`.
    case clamp
    /// The image reflected at its edge, the edge pixel included: `c b a | a b c d | d c b`.
    case mirror
    /// The image repeated: `b c d | a b c d | a b c`.
    case wrap
    /// Transparent black: edges fade out, or to black where there is no alpha channel.
    case transparent
}
