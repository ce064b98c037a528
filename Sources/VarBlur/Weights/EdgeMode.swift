/// The values that the blur reads where its kernel extends beyond the image.
public enum EdgeMode: String, CaseIterable, Sendable, Hashable, Codable {
    /// No values: on each axis, the weights inside the image are scaled so that they sum to 1.
    ///
    /// Weights are normalized over the image's rectangle, regardless of alpha.
    case normalize
    /// The nearest edge pixel: `a a a | a b c d | d d d`.
    case clamp
    /// The mirrored image, including the edge pixel: `c b a | a b c d | d c b`.
    case mirror
    /// The repeated image: `b c d | a b c d | a b c`.
    case wrap
    /// Transparent black: edges become transparent, or black in formats without alpha.
    case transparent
}

extension EdgeMode {
    /// The period with which a line of `count` samples repeats beyond its ends, in samples; `nil` if it does not repeat.
    ///
    /// A Gaussian whose σ is a whole period is constant over the line to 5 parts in 10⁹, so that greater radii change nothing.
    func period(_ count: Int) -> Int? {
        switch self {
        case .wrap: count
        case .mirror: 2 * count
        case .normalize, .clamp, .transparent: nil
        }
    }

    /// Whether samples beyond the edges repeat or mirror those inside.
    var isPeriodic: Bool { self == .wrap || self == .mirror }
}
