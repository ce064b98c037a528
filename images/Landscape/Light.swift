/// The time of a picture.
public enum TimeOfDay: Sendable {
    /// A clear afternoon.
    case day
    /// A night with a moon, stars, and lamps that are far brighter than everything else.
    case night
}

extension TimeOfDay {
    /// The direction to the sun or the moon.
    var sun: SIMD3<Float> { normalized(self == .day ? SIMD3(-0.78, 0.42, -0.30) : SIMD3(-0.70, 0.50, -0.42)) }

    /// The brightness of all light from the sky, relative to the sun's.
    var brightness: SIMD3<Float> { self == .day ? SIMD3(repeating: 1) : SIMD3(0.095, 0.145, 0.245) }

    /// The last light of the sun above the horizon.
    var afterglow: SIMD3<Float> { self == .day ? SIMD3() : SIMD3(0.50, 0.30, 0.20) }
}
