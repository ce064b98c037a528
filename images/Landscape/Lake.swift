/// The water: it reflects what is beyond it, the more the flatter one looks at it, and shows its bed at the shore.
struct Lake: Sendable {
    let panorama: Panorama
    let ground: Ground
    let lamps: Lamps
    private let noise = Noise(seed: 31)
    /// The lengths of waves in meters, and the standard deviations of their slopes on ruffled water.
    private static let waves: [(length: Float, slope: Float)] = [
        (4.3, 0.010), (1.7, 0.014), (0.7, 0.020), (0.28, 0.022),
    ]

    private var atmosphere: Atmosphere { ground.atmosphere }

    /// The color of the water in a direction.
    ///
    /// - Parameters:
    ///   - slope: The direction, whose z is 1; it points below the horizon.
    ///   - pixel: The size of a sample of the picture, in units of its height.
    /// - Returns: The color in scene light.
    func color(_ slope: SIMD2<Float>, pixel: Float) -> SIMD3<Float> {
        let z = Camera.height / max(-slope.y, 1e-5)
        let x = slope.x * z
        let footprint = z * z / (Camera.height * Camera.focalLength) * pixel
        let (tilt, variance) = waves(x, z, footprint)
        let normal = normalized(SIMD3(-tilt.x, 1, -tilt.y))
        let view = SIMD3(slope.x, slope.y, 1)
        let mirrored = view - normal * (2 * dot(view, normal))
        let spread = 2 * variance.squareRoot()
        let direction = SIMD2(mirrored.x / mirrored.z, max(mirrored.y / mirrored.z, 0.0005))
        var reflected = SIMD3<Float>()
        for (offset, weight) in [(Float(-1.5), Float(0.12)), (-0.75, 0.23), (0, 0.3), (0.75, 0.23), (1.5, 0.12)] {
            // What is tilted away from the viewer is hidden by nearer waves.
            let rise = abs(direction.y + offset * spread)
            reflected += panorama.reflection(SIMD2(direction.x, rise)) * weight
        }
        if !lamps.isEmpty {
            reflected += lamps.reflection(
                SIMD2(direction.x, mirrored.y / mirrored.z), fall: -slope.y, variance: variance + 0.000_05)
        }
        let cosine = min(max(-dot(normalized(view), normal), 0), 1)
        let rest = 1 - cosine
        let fresnel = 0.02 + 0.98 * rest * rest * rest * rest * rest
        return mix(depth(x, z, cosine), reflected, min(fresnel, 1))
    }

    /// The slope of the water, and the variance of the slopes of waves shorter than a sample.
    private func waves(_ x: Float, _ z: Float, _ footprint: Float) -> (SIMD2<Float>, Float) {
        let wind = noise.gradient(x / 70 + 0.02 * z, z / 190) + 0.5 * noise.gradient(x / 23, z / 90)
        let strength = 0.10 + 0.9 * smoothRamp(-0.1, 0.7, wind)
        let calm = strength * smoothRamp(-1, 5, z - ground.shore(x))
        var (tilt, variance) = (SIMD2<Float>(), Float(0))
        for (number, wave) in Self.waves.enumerated() {
            let visible = 1 / (1 + footprint * footprint / (wave.length * wave.length) * 2)
            let size = wave.slope * calm
            variance += size * size * (1 - visible)
            guard visible > 0.03 else { continue }
            let (u, v) = (x / wave.length + 31 * Float(number), z / wave.length * 1.5)
            tilt.x += size * visible * 1.8 * noise.gradient(u, v)
            tilt.y += size * visible * 2.6 * noise.gradient(u + 77, v + 13)
        }
        return (tilt, variance)
    }

    /// The light that comes out of the water.
    private func depth(_ x: Float, _ z: Float, _ cosine: Float) -> SIMD3<Float> {
        let light = atmosphere.sunlight * max(atmosphere.sun.y, 0) + atmosphere.skylight * 1.5
        let deep = SIMD3<Float>(0.005, 0.034, 0.040) * light
        let below = -ground.height(x, z)
        guard below < 4 else { return deep }
        // The line of sight is bent downward.
        let bent = (1 - (1 - cosine * cosine) / 1.77).squareRoot()
        let path = max(below, 0) * (1 / bent + 1.2)
        let (stone, normal, gap) = ground.pebble(x, z + max(below, 0) * 0.8)
        let facing = max(0, dot(normal, atmosphere.sun))
        let bed = stone * (0.3 + 0.7 * gap) * (atmosphere.sunlight * facing + atmosphere.skylight * 1.2) * 0.55
        let remains = exp(SIMD3(-1.1, -0.42, -0.40) * path)
        return bed * remains + deep * (SIMD3(repeating: 1) - remains)
    }
}
