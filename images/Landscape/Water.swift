/// A lake that mirrors the scenery above it.
enum Water {
    /// The vertical position of the lake's far shore.
    static let surface: Float = 0.63

    private static let noise = Noise(seed: 31)

    /// The point of the scenery whose reflection appears at a point of the water.
    static func mirrored(_ point: SIMD2<Float>) -> SIMD2<Float> {
        let depth = point.y - surface
        let ripple = noise.fractal(point.x * 14, point.y * 160, octaves: 3) - 0.5
        let swell = noise.smooth(point.x * 5, point.y * 60) - 0.5
        return SIMD2(point.x + 0.06 * ripple * depth, surface - depth * 1.6 + 0.25 * depth * (ripple + swell))
    }

    /// Darkens a reflected color and adds sparkles of sunlight.
    static func tinted(_ color: SIMD3<Float>, at point: SIMD2<Float>) -> SIMD3<Float> {
        let glitter = noise.fractal(point.x * 60, point.y * 420, octaves: 2)
        let near = ramp(surface, surface + 0.2, point.y)
        let dark = color * SIMD3(0.72, 0.79, 0.84) * (1 - 0.25 * near)
        let sparkle = ramp(0.72, 0.9, glitter) * ramp(0.55, 0.1, abs(point.x - 1.02)) * 0.6
        return mix(dark, SIMD3(1, 0.93, 0.8), sparkle)
    }
}
