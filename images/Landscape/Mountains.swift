/// The slopes around the lake: forest, meadows, rock, and snow.
struct Mountains: Sendable {
    let terrain: Terrain
    let sky: Sky
    let lamps: Lamps
    /// The size of a pixel in units of the picture's height.
    let pixel: Float
    let forest = Forest()
    private let noise = Noise(seed: 21)
    /// Trees are modeled up to this distance in meters, and a texture beyond.
    private static let treesEnd: Float = 5200

    private var atmosphere: Atmosphere { sky.atmosphere }

    // MARK: - Shape

    /// The height of bare ground in meters, with rocks finer than the terrain's grid.
    private func ground(_ x: Float, _ z: Float) -> Float {
        let place = Terrain.position(x, z)
        let height = terrain.heights.sample(place.x, place.y)
        return height + relief(x, z, height: height, octaves: 3)
    }

    private static func roughness(_ height: Float) -> Float {
        height > 1 ? min(height * 0.2, 2 + 19 * smoothRamp(250, 950, height)) : 0
    }

    private func relief(_ x: Float, _ z: Float, height: Float, octaves: Int) -> Float {
        let roughness = Self.roughness(height)
        guard roughness > 0 else { return 0 }
        let (u, v) = (x / 62, z / 62)
        return roughness * (noise.ridged(u + 0.3 * v, v - 0.3 * u, octaves: octaves) - 0.45)
    }

    /// The slope of the relief in both directions.
    private func reliefSlope(_ x: Float, _ z: Float, height: Float, octaves: Int) -> SIMD2<Float> {
        let (u, v) = (x / 62, z / 62)
        let ridges = noise.ridgedWithSlope(u + 0.3 * v, v - 0.3 * u, octaves: octaves)
        let roughness = Self.roughness(height) / 62
        return SIMD2(ridges.y - 0.3 * ridges.z, 0.3 * ridges.y + ridges.z) * roughness
    }

    private func steepness(_ place: SIMD2<Float>) -> Float {
        length(SIMD2(terrain.normalX.sample(place.x, place.y), terrain.normalZ.sample(place.x, place.y)))
    }

    /// The height of the ground or the trees on it in meters.
    private func surface(_ x: Float, _ z: Float) -> Float {
        let ground = ground(x, z)
        guard z < Self.treesEnd, ground > 0.4, ground < 760 else { return ground }
        let density = forest.density(x, z, altitude: ground, steepness: steepness(Terrain.position(x, z)))
        return density > 0.02 ? ground + forest.canopy(x, z, density: density).height : ground
    }

    /// The distance of the ground at the heights of a column of the picture, 0 where there is sky or water.
    ///
    /// Goes from the viewer to the horizon, and keeps what rises above everything nearer.
    ///
    /// - Parameters:
    ///   - x: The position of the column, in units of the picture's height, from the middle.
    ///   - top: The position of the first row.
    ///   - step: The distance of rows.
    ///   - rows: The number of rows.
    /// - Returns: The distance in meters for each row.
    func column(_ x: Float, top: Float, step: Float, rows: Int) -> [Float] {
        var distances = [Float](repeating: 0, count: rows)
        let slope = x / Camera.focalLength
        var limit = rows
        var (z, previousZ): (Float, Float) = (150, 149)
        var (previousY, previousHeight) = (shore(previousZ), Float(0))
        func shore(_ z: Float) -> Float { Camera.horizon + Camera.focalLength * Camera.height / z }
        while z < Terrain.side, limit > 0 {
            let height = surface(slope * z, z)
            let y = Camera.horizon - Camera.focalLength * (height - Camera.height) / z
            let row = max(Int(((y - top) / step).rounded(.up)), 0)
            // Between water and land, the picture shows water up to the shore.
            if previousHeight <= 0.3 {
                limit = min(limit, max(Int(((shore(z) - top) / step).rounded(.up)), 0))
            }
            if height > 0.3, row < limit {
                for index in row..<limit {
                    let t = (previousY - (top + Float(index) * step)) / max(previousY - y, 1e-9)
                    distances[index] = mix(previousZ, z, min(max(t, 0), 1))
                }
                limit = row
            }
            (previousZ, previousY, previousHeight) = (z, y, height)
            z += max(0.9, z * 0.0009) * (height > 0 ? 1 : 2)
        }
        return distances
    }

    /// The number of octaves of noise from a wavelength in meters down to two pixels.
    private func octaves(from length: Float, _ z: Float) -> Int {
        let smallest = 2 * pixel / Camera.focalLength * z
        return min(max(Int(log2(length / smallest) + 1), 1), 6)
    }

    // MARK: - Color

    /// The color of the ground at a distance in a direction, with the haze in front of it.
    ///
    /// - Parameters:
    ///   - slope: The direction, whose z is 1.
    ///   - z: The distance in meters.
    /// - Returns: The color in scene light.
    func color(_ slope: SIMD2<Float>, z: Float) -> SIMD3<Float> {
        let point = SIMD3(slope.x * z, Camera.height + slope.y * z, z)
        let place = Terrain.position(point.x, z)
        let height = terrain.heights.sample(place.x, place.y)
        let steepness = steepness(place)
        let light = terrain.sunlight.sample(place.x / Terrain.sunlightStep, place.y / Terrain.sunlightStep)
        let open = min(max(0.8 + terrain.prominence.sample(place.x, place.y) / 260, 0.42), 1.15)
        let density = forest.density(point.x, z, altitude: height, steepness: steepness)
        var tree = Forest.Canopy()
        if density > 0.02, z < Self.treesEnd { tree = forest.canopy(point.x, z, density: density) }
        let isTree = tree.height > 0.5
        var color =
            isTree
            ? needles(tree, point, light, open)
            : bare(point, height, steepness, density, light, open)
        if z < 2800, !lamps.isEmpty { color += SIMD3(0.06, 0.07, 0.04) * lamps.light(at: point) }
        color = atmosphere.hazy(color, SIMD3(slope.x, slope.y, 1), distance: z, density: 1)
        return color
    }

    private func needles(_ tree: Forest.Canopy, _ point: SIMD3<Float>, _ light: Float, _ open: Float) -> SIMD3<Float> {
        let away = max(length(tree.offset), 0.05)
        let tiers = noise.gradient(point.y * 0.9 + tree.random.y * 40, point.x * 0.55 + tree.random.x * 9)
        let normal = normalized(
            SIMD3(tree.offset.x / away * 0.9, 0.42 + 0.5 * tiers, tree.offset.y / away * 0.9))
        let facing = max(0, dot(normal, atmosphere.sun)) * 0.85 + 0.08
        let depth = smoothRamp(-0.05, 0.75, tree.share)
        let dark = SIMD3<Float>(0.020, 0.036, 0.014)
        let pale = SIMD3<Float>(0.062, 0.080, 0.026)
        var albedo = mix(dark, pale, 0.55 * tree.random.x + 0.35 * tree.random.z)
        if tree.random.y > 0.94 { albedo = SIMD3(0.13, 0.095, 0.022) }
        let direct = atmosphere.sunlight * (facing * light * (0.25 + 0.75 * depth) * (0.85 + 0.5 * tiers))
        let ambient = atmosphere.skylight * (1.5 * open * (0.12 + 0.75 * depth))
        return albedo * (direct + ambient)
    }

    private func bare(
        _ point: SIMD3<Float>, _ height: Float, _ steepness: Float, _ density: Float, _ light: Float, _ open: Float
    ) -> SIMD3<Float> {
        let (x, z) = (point.x, point.z)
        let place = Terrain.position(x, z)
        let tilt = reliefSlope(x, z, height: height, octaves: octaves(from: 62, z))
        let normal = normalized(
            SIMD3(
                terrain.normalX.sample(place.x, place.y) - tilt.x, 1,
                terrain.normalZ.sample(place.x, place.y) - tilt.y))
        let fine = noise.fractal(x / 45, z / 45, octaves: octaves(from: 45, z))
        let albedo = soil(point, height, steepness, normal, fine, density)
        let facing = max(0, dot(normal, atmosphere.sun))
        let direct = atmosphere.sunlight * (facing * light)
        let ambient = atmosphere.skylight * (1.5 * open * (0.5 + 0.5 * normal.y))
        // light from the sunny slopes on the other side
        let bounced = atmosphere.sunlight * (0.05 * open * (1 - normal.y))
        return albedo * (direct + ambient + bounced)
    }

    /// The share of light that the ground reflects.
    private func soil(
        _ point: SIMD3<Float>, _ height: Float, _ steepness: Float, _ normal: SIMD3<Float>, _ fine: Float,
        _ density: Float
    ) -> SIMD3<Float> {
        let layer = noise.gradient(point.y / 26 + 0.6 * fine, 0.004 * point.x)
        let crack = noise.ridged(
            point.x / 34 + 0.4 * fine, point.y / 70 + point.z / 90, octaves: octaves(from: 34, point.z))
        let rock = mix(
            SIMD3(0.070, 0.072, 0.080), SIMD3(0.185, 0.170, 0.155),
            0.42 + 0.32 * layer + 0.5 * fine + 0.7 * (0.5 - crack))
        let grass = mix(
            SIMD3(0.060, 0.085, 0.026), SIMD3(0.15, 0.13, 0.048), ramp(-0.5, 0.5, fine + (height - 420) / 700))
        var color = mix(grass, rock, ramp(1.15, 1.45, steepness + 0.6 * fine + max(-250, height - 700) / 650))
        if point.z > Self.treesEnd || density > 0 {
            color = mix(color, SIMD3(0.028, 0.042, 0.018), density * (point.z > Self.treesEnd ? 0.9 : 0.6))
        }
        let flat = normal.y
        let line = 1000 + 240 * fine - 240 * (flat - 0.7)
        let cover = smoothRamp(line - 60, line + 160, height) * smoothRamp(0.50, 0.68, flat + 0.16 * fine)
        return mix(color, SIMD3(0.84, 0.86, 0.90), cover)
    }
}
