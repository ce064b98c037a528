/// The conifers on the far slopes: cones on a jittered grid, which the ground carries.
struct Forest: Sendable {
    /// The distance of neighboring trees in meters.
    private static let spacing: Float = 5.5
    private let noise = Noise(seed: 33)

    struct Canopy {
        /// The height above the ground in meters.
        var height: Float = 0
        /// The offset from the trunk in meters, divided by the radius of the lowest branches.
        var offset = SIMD2<Float>()
        /// The height as a share of the tree's.
        var share: Float = 0
        /// Random numbers of the tree, from 0 to 1.
        var random = SIMD4<Float>()
    }

    /// The share of the ground that is wooded, from 0 to 1.
    func density(_ x: Float, _ z: Float, altitude: Float, steepness: Float) -> Float {
        guard altitude > 0.4, altitude < 760 else { return 0 }
        let patches = noise.gradient(x / 210, z / 210) + 0.6 * noise.gradient(x / 70, z / 70)
        let limit = 560 + 170 * patches
        let clearing = smoothRamp(-0.95, -0.6, patches)
        return ramp(limit + 60, limit - 90, altitude) * ramp(1.6, 1.1, steepness) * clearing
    }

    /// The highest tree above a point of the ground.
    func canopy(_ x: Float, _ z: Float, density: Float) -> Canopy {
        let (u, v) = (x / Self.spacing, z / Self.spacing)
        let (i, j) = (floor(u), floor(v))
        var best = Canopy()
        for dj in Int32(-1)...1 {
            for di in Int32(-1)...1 {
                let random = noise.bytes(i &+ di, j &+ dj)
                guard random.w < density else { continue }
                let dx = u - (Float(i &+ di) + 0.15 + 0.7 * random.x)
                let dz = v - (Float(j &+ dj) + 0.15 + 0.7 * random.y)
                let tall = (7 + 13 * random.z) * (0.55 + 0.45 * density)
                let radius = (0.30 + 0.05 * random.x) * tall.squareRoot() * 0.75 / Self.spacing * 2
                let away = (dx * dx + dz * dz).squareRoot() / radius
                guard away < 1 else { continue }
                let height = tall * (1 - away)
                guard height > best.height else { continue }
                best = Canopy(height: height, offset: SIMD2(dx, dz) / radius, share: 1 - away, random: random)
            }
        }
        return best
    }
}
