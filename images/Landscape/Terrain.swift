/// The ground beyond the near bank: a lake with mountains around it.
struct Terrain: Sendable {
    /// The side of the modeled square in meters; its near side passes through the viewer, who stands in its middle.
    static let side: Float = 11_000
    private static let size = 1024
    static let spacing = side / Float(size - 1)

    let heights: Grid
    /// The components of the normal in the ground's plane.
    let normalX: Grid
    let normalZ: Grid
    /// How high the ground lies above its surroundings, in meters.
    let prominence: Grid
    /// The share of the sun that is visible, from 0 to 1, at every ``sunlightStep``th position.
    let sunlight: Grid
    static let sunlightStep: Float = 2.002

    init(sun: SIMD3<Float>) async {
        let erosion = Erosion(sizes: [(128, 100), (256, 40), (512, 14), (Self.size, 2)], side: Self.side) {
            Self.uplift($0, $1)
        }
        let noise = Noise(seed: 14)
        let bend: Float = 5
        let eroded = erosion.heights
        let heights = await Grid(size: Self.size) { x, y in
            let (u, v) = (Float(x), Float(y))
            let dx = noise.gradient(u / 37, v / 37) + 0.5 * noise.gradient(u / 11, v / 11)
            let dy = noise.gradient(u / 37 + 50, v / 37) + 0.5 * noise.gradient(u / 11 + 50, v / 11)
            return eroded.sample(u + bend * dx, v + bend * dy)
        }
        self.heights = heights
        @Sendable func difference(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Float {
            let (x0, y0) = (max(x - dx, 0), max(y - dy, 0))
            let (x1, y1) = (min(x + dx, Self.size - 1), min(y + dy, Self.size - 1))
            let rise = heights.values[y1 * Self.size + x1] - heights.values[y0 * Self.size + x0]
            return -rise / (Float(x1 - x0 + y1 - y0) * Self.spacing)
        }
        normalX = await Grid(size: Self.size) { difference($0, $1, 1, 0) }
        normalZ = await Grid(size: Self.size) { difference($0, $1, 0, 1) }
        let mean = heights.blurred(radius: 12).blurred(radius: 12)
        prominence = await Grid(size: Self.size) {
            heights.values[$1 * Self.size + $0] - mean.values[$1 * Self.size + $0]
        }
        sunlight = await Self.shadows(heights, sun)
    }

    /// The position in the grids of a point of the ground.
    @inline(__always)
    static func position(_ x: Float, _ z: Float) -> SIMD2<Float> {
        SIMD2((x + side / 2) / spacing, z / spacing)
    }

    /// The uplift in meters per step: none below the lake, more with the distance from it.
    private static func uplift(_ u: Float, _ v: Float) -> Float {
        let (x, z) = ((u - 0.5) * side, v * side)
        let noise = Noise(seed: 12)
        let bays = noise.fractal(x / 900, z / 900, octaves: 4)
        let middle = 60 + 0.03 * z + 160 * noise.gradient(z / 1500, 3.3)
        // the half width of the lake, which ends at about 1,500 m
        let half = 330 + 150 * smoothRamp(300, 900, z) - 480 * power(ramp(500, 1700, z), 2.5) + 190 * bays
        let away = max(abs(x - middle) - half, (z - 1600) * 0.8 - 200 * bays)
        guard away > 0 else { return 0 }
        var massif = 0.26 + 0.5 * noise.gradient(x / 2300 + 4.1, z / 2300 + 0.7)
        for (center, radius, strength) in summits {
            let (dx, dz) = ((x - center.x) / radius, (z - center.y) / radius)
            massif += strength * exp(-(dx * dx + dz * dz))
        }
        let far = smoothRamp(1900, 5200, z) * smoothRamp(11_500, 8000, z)
        let near = 0.55 * smoothRamp(60, 1100, away) * max(0.1, 0.45 + 0.9 * noise.gradient(x / 1150, z / 1150 + 9))
        let valley = mix(0.3, 1, smoothRamp(150, 1100, abs(x - middle)))
        return 75 * (0.02 + max(near * valley, 0.02) + far * max(massif, 0.12)) * smoothRamp(0, 350, away)
    }

    /// The centers, radii, and strengths of the highest mountains.
    private static let summits: [(center: SIMD2<Float>, radius: Float, strength: Float)] = [
        (SIMD2(-500, 6600), 1600, 4.2), (SIMD2(2200, 7400), 1600, 3.0), (SIMD2(-3300, 6600), 1500, 2.6),
        (SIMD2(900, 4700), 700, 0.6),
    ]

    /// The share of the sun that every point sees: the sun is wider than it is, as its edge is scattered by the air.
    private static func shadows(_ heights: Grid, _ sun: SIMD3<Float>) async -> Grid {
        let size = heights.size / 2
        let flat = length(SIMD2(sun.x, sun.z))
        let (dx, dz, rise) = (sun.x / flat, sun.z / flat, sun.y / flat * spacing)
        let highest = heights.values.max() ?? 0
        return await Grid(size: size) { x, y in
            let (u, v) = (Float(x) * sunlightStep, Float(y) * sunlightStep)
            let start = heights.sample(u, v) + 3
            var (distance, light): (Float, Float) = (1.5, 1)
            while start + distance * rise < highest, light > 0, distance < 500 {
                let clearance = start + distance * rise - heights.sample(u + dx * distance, v + dz * distance)
                light = min(light, 0.5 + clearance / (distance * spacing * 0.03 + 6))
                distance += 1 + distance * 0.035
            }
            return max(light, 0)
        }
    }
}
