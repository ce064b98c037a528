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
