/// A clear evening sky with thin clouds and the glow of a low sun at the right.
struct Sky {
    private let noise = Noise(seed: 11)

    func color(_ point: SIMD2<Float>) -> SIMD3<Float> {
        let zenith = SIMD3<Float>(0.17, 0.34, 0.62)
        let middle = SIMD3<Float>(0.50, 0.68, 0.86)
        let horizon = SIMD3<Float>(0.98, 0.84, 0.68)
        let depth = ramp(0, 0.55, point.y)
        var color =
            depth < 0.6 ? mix(zenith, middle, depth / 0.6) : mix(middle, horizon, (depth - 0.6) / 0.4)
        let toSun = point - SIMD2(1.02, 0.40)
        let distance = (toSun * toSun).sum()
        color += SIMD3(0.55, 0.36, 0.16) * (0.012 / (0.012 + distance))
        let cover = noise.fractal(point.x * 2.2, point.y * 9, octaves: 5)
        let cloud = ramp(0.52, 0.78, cover) * ramp(0.46, 0.20, point.y) * 0.85
        let lit = mix(SIMD3(0.97, 0.95, 0.94), SIMD3(1.0, 0.86, 0.74), depth)
        return mix(color, lit, cloud)
    }
}
