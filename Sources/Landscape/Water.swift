/// A lake that mirrors what is above it.
enum Water {
    /// Where the lake begins.
    static let surface: Float = 0.63

    private static let noise = Noise(seed: 31)

    /// The place above the water that is seen at one on it.
    static func mirrored(_ place: SIMD2<Float>) -> SIMD2<Float> {
        let depth = place.y - surface
        let ripple = noise.fractal(place.x * 14, place.y * 160, octaves: 3) - 0.5
        let swell = noise.smooth(place.x * 5, place.y * 60) - 0.5
        return SIMD2(place.x + 0.06 * ripple * depth, surface - depth * 1.6 + 0.25 * depth * (ripple + swell))
    }

    static func tinted(_ color: SIMD3<Float>, at place: SIMD2<Float>) -> SIMD3<Float> {
        let glitter = noise.fractal(place.x * 60, place.y * 420, octaves: 2)
        let near = ramp(surface, surface + 0.2, place.y)
        let dark = color * SIMD3(0.72, 0.79, 0.84) * (1 - 0.25 * near)
        let sparkle = ramp(0.72, 0.9, glitter) * ramp(0.55, 0.1, abs(place.x - 1.02)) * 0.6
        return mix(dark, SIMD3(1, 0.93, 0.8), sparkle)
    }
}
