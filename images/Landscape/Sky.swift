/// The sky with clouds: a few heaps of low clouds, and thin ones high above.
struct Sky: Sendable {
    let atmosphere: Atmosphere
    private let low = Noise(seed: 81)
    private let high = Noise(seed: 82)

    private let hasStars: Bool

    init(atmosphere: Atmosphere, hasStars: Bool) {
        self.atmosphere = atmosphere
        self.hasStars = hasStars
    }

    /// The color in a direction whose z is 1.
    func color(_ slope: SIMD2<Float>) -> SIMD3<Float> {
        let direction = normalized(SIMD3(slope.x, slope.y, 1))
        let clear = atmosphere.sky(direction)
        guard direction.y > 0.02 else { return clear }
        var color = hasStars ? clear + stars(direction) : clear
        color = thin(color, direction)
        color = heaps(color, direction)
        return color
    }

    private func stars(_ direction: SIMD3<Float>) -> SIMD3<Float> {
        let (u, v) = (direction.x / direction.z * 75, direction.y / direction.z * 75)
        let (i, j) = (floor(u), floor(v))
        let random = high.bytes(i, j)
        guard random.w < 0.42 else { return SIMD3() }
        let offset = SIMD2(u - Float(i) - 0.2 - 0.6 * random.x, v - Float(j) - 0.2 - 0.6 * random.y)
        let bright = power(random.z, 9)
        let square = (offset.x * offset.x + offset.y * offset.y) / (0.0013 + 0.0034 * bright)
        let hue = mix(SIMD3(1, 0.86, 0.7), SIMD3(0.75, 0.86, 1), random.w / 0.42)
        return hue * ((0.08 + 4 * bright) * exp(-square) * smoothRamp(0.03, 0.25, direction.y))
    }

    /// Ice clouds in 9 km, drawn out by the wind.
    private func thin(_ color: SIMD3<Float>, _ direction: SIMD3<Float>) -> SIMD3<Float> {
        let (x, z) = (direction.x / (direction.y + 0.05) * 0.9, direction.z / (direction.y + 0.05) * 0.9)
        let bend = high.gradient(x * 0.7 + 3, z * 0.7)
        let (u, v) = (x * 0.8 + z * 0.35 + 0.5 * bend, z * 0.8 - x * 0.35)
        let cover = high.fractal(u * 0.45, v * 0.5, octaves: 3)
        let strands = high.fractal(u * 0.9, v * 3.2 + bend, octaves: 5)
        let density = smoothRamp(-0.25, 0.75, cover) * smoothRamp(-0.35, 0.8, strands)
        let light = atmosphere.sunlight * 0.20 + atmosphere.skylight * 0.5
        return mix(color, light, 0.55 * density * smoothRamp(0.02, 0.16, direction.y))
    }

    /// Water clouds in 2.5 km, lit from the side of the sun.
    private func heaps(_ color: SIMD3<Float>, _ direction: SIMD3<Float>) -> SIMD3<Float> {
        let scale = 1 / (direction.y + 0.07)
        let (x, z) = (direction.x * scale, direction.z * scale)
        let density = thickness(x, z)
        guard density > 0 else { return color }
        let toSun = SIMD2(atmosphere.sun.x, atmosphere.sun.z) * 0.10
        let shade = thickness(x + toSun.x, z + toSun.y) + thickness(x + toSun.x * 2.6, z + toSun.y * 2.6) * 0.8
        let lit = atmosphere.sunlight * (0.30 * exp(-2.0 * shade))
        let ambient = atmosphere.skylight * 0.75 + atmosphere.sunlight * 0.05
        let cloud = atmosphere.hazy(lit + ambient, direction, distance: 1800 * scale, density: 1)
        return mix(color, cloud, 1 - exp(-4.5 * density))
    }

    private func thickness(_ x: Float, _ z: Float) -> Float {
        let cover = low.gradient(x * 0.32 + 2.6, z * 0.32 + 5.1) * 0.55 + low.gradient(x * 0.85, z * 0.85) * 0.3
        let form = cover - 0.10
        guard form > -0.45 else { return 0 }
        return max(0, form + 0.42 * low.fractal(x * 1.7, z * 1.7, octaves: 6))
    }
}
