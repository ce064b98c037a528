/// Four mountain ridges, hazier with distance; the farthest and highest is snow-capped.
struct Mountains {
    private struct Ridge {
        let base: Float
        let height: Float
        let frequency: Float
        let haze: Float
        let noise: Noise
    }

    private let ridges = [
        Ridge(base: 0.50, height: 0.34, frequency: 2.1, haze: 0.62, noise: Noise(seed: 21)),
        Ridge(base: 0.55, height: 0.20, frequency: 2.9, haze: 0.42, noise: Noise(seed: 22)),
        Ridge(base: 0.58, height: 0.11, frequency: 3.9, haze: 0.22, noise: Noise(seed: 23)),
        Ridge(base: 0.62, height: 0.05, frequency: 6.5, haze: 0.06, noise: Noise(seed: 24)),
    ]

    func color(_ point: SIMD2<Float>, _ pixel: Float, behind sky: SIMD3<Float>) -> SIMD3<Float> {
        var color = sky
        for ridge in ridges where point.y > ridge.base - ridge.height {
            let top = crest(ridge, point.x)
            guard point.y > top - pixel else { continue }
            let coverage = ramp(top - pixel / 2, top + pixel / 2, point.y)
            color = mix(color, slope(ridge, point, below: point.y - top), coverage)
        }
        return color
    }

    /// The vertical position of the skyline, from ridged noise: each octave is folded at its mean, which makes peaks sharp.
    private func crest(_ ridge: Ridge, _ x: Float) -> Float {
        var (height, weight, scale): (Float, Float, Float) = (0, 0.55, ridge.frequency)
        for octave in 0..<8 {
            let fold = 1 - abs(2 * ridge.noise.smooth(x * scale, Float(octave) * 3.5) - 1)
            height += weight * fold * (octave == 0 ? fold : 1)
            weight *= 0.44
            scale *= 2.1
        }
        return ridge.base - ridge.height * height
    }

    /// The color of a ridge: rock or forest, snow near a hazy crest, and haze on top.
    private func slope(_ ridge: Ridge, _ point: SIMD2<Float>, below: Float) -> SIMD3<Float> {
        let scale = ridge.frequency * 9
        let rock = ridge.noise.fractal(point.x * scale + below * 21, point.y * scale * 0.7, octaves: 6)
        let light = ridge.noise.fractal(point.x * scale * 0.5 - below * 16, point.y * scale * 0.3, octaves: 4)
        let stone =
            SIMD3<Float>(0.30, 0.31, 0.34) * (0.45 + 1.0 * light) + SIMD3(repeating: 0.10 * (rock - 0.5))
        let forest = SIMD3<Float>(0.10, 0.19, 0.13) * (0.45 + 1.1 * rock)
        var color = mix(forest, stone, ramp(0.1, 0.5, ridge.haze))
        if ridge.haze > 0.5 {
            let snowLine = 0.10 + 0.16 * (rock - 0.5)
            let snow = SIMD3<Float>(0.93, 0.94, 0.98) * (0.62 + 0.5 * light)
            color = mix(snow, color, ramp(snowLine - 0.02, snowLine + 0.02, below))
        }
        return mix(color, SIMD3(0.72, 0.78, 0.86), ridge.haze)
    }
}
