/// The near bank: earth that grass covers, and pebbles along the water.
struct Ground: Sendable {
    let atmosphere: Atmosphere
    var lamps = Lamps()

    init(atmosphere: Atmosphere) { self.atmosphere = atmosphere }

    private let noise = Noise(seed: 41)
    /// The ground is modeled between these distances in meters.
    static let start: Float = 2
    static let end: Float = 120

    /// The distance of the waterline in meters.
    @inline(__always)
    func shore(_ x: Float) -> Float {
        let bays = noise.gradient(x / 9, 3.5) * 2.2 + noise.gradient(x / 2.6, 8.5) * 0.7
        let sides = 50 * smoothRamp(8, 34, -x) + 44 * smoothRamp(11, 38, x)
        return 15.5 + bays + sides
    }

    /// The height above the lake in meters; negative below water.
    @inline(__always)
    func height(_ x: Float, _ z: Float) -> Float {
        let inland = shore(x) - z
        let slope: Float = inland > 0 ? 0.075 : 0.13
        let bumps = 0.10 * noise.gradient(x / 2.4, z / 2.4) + 0.03 * noise.gradient(x / 0.7, z / 0.7)
        let bank = min(inland, 14) * slope + 0.25 * smoothRamp(1.2, 2.6, inland)
        return bank + bumps * smoothRamp(0.4, 4, inland)
    }

    /// The distance of the ground at the heights of a column of the picture, 0 where there is none; see ``Mountains``.
    func column(_ x: Float, top: Float, step: Float, rows: Int) -> [Float] {
        var distances = [Float](repeating: 0, count: rows)
        let slope = x / Camera.focalLength
        var limit = rows
        var (z, previousZ, previousY): (Float, Float, Float) = (Self.start, Self.start, 10)
        while z < Self.end, limit > 0 {
            let height = height(slope * z, z)
            guard height > 0 else {
                z *= 1.004
                previousY = Camera.horizon + Camera.focalLength * Camera.height / z
                limit = min(limit, max(Int(((previousY - top) / step).rounded(.up)), 0))
                previousZ = z
                continue
            }
            let y = Camera.horizon - Camera.focalLength * (height - Camera.height) / z
            let row = max(Int(((y - top) / step).rounded(.up)), 0)
            if row < limit {
                for index in row..<limit {
                    let t = (previousY - (top + Float(index) * step)) / max(previousY - y, 1e-9)
                    distances[index] = mix(previousZ, z, min(max(t, 0), 1))
                }
                limit = row
            }
            (previousZ, previousY) = (z, y)
            z *= 1.004
        }
        return distances
    }

    /// The color of the ground at a point.
    func color(_ x: Float, _ z: Float) -> SIMD3<Float> {
        let inland = shore(x) - z
        let (stone, normal, gap) = pebble(x, z)
        let wet = smoothRamp(0.55, 0.1, height(x, z) / 0.12)
        let beach = stone * (1 - 0.5 * wet) * (0.25 + 0.75 * gap)
        let fine = noise.fractal(x * 3, z * 3, octaves: 4)
        let earth = mix(SIMD3(0.045, 0.040, 0.016), SIMD3(0.075, 0.075, 0.028), 0.5 + 0.5 * fine)
        let grown = smoothRamp(1.0, 2.4, inland + 0.9 * fine)
        let facing = max(0, dot(normal, atmosphere.sun))
        let upward = mix(facing, 0.30, grown)
        let light = atmosphere.sunlight * upward + atmosphere.skylight * mix(1.3, 0.8, grown)
        return mix(beach, earth, grown) * (light + lamps.light(at: SIMD3(x, height(x, z), z)) * mix(0.5, 0.2, grown))
    }

    /// The color, the normal, and the openness of the highest pebble at a point.
    func pebble(_ x: Float, _ z: Float) -> (SIMD3<Float>, SIMD3<Float>, Float) {
        var best: (height: Float, color: SIMD3<Float>, normal: SIMD3<Float>) = (
            0, SIMD3(0.10, 0.095, 0.085), SIMD3(0, 1, 0)
        )
        for (number, size) in [Float(0.34), 0.13, 0.06].enumerated() {
            let (u, v) = (x / size, z / size)
            let (i, j) = (floor(u), floor(v))
            for dj in Int32(-1)...1 {
                for di in Int32(-1)...1 {
                    let random = noise.bytes(i &+ di &+ Int32(number) &* 7919, j &+ dj)
                    guard random.w < (number == 0 ? 0.3 : 0.9) else { continue }
                    let dx = (u - (Float(i &+ di) + 0.2 + 0.6 * random.x)) * (0.8 + 0.5 * random.z)
                    let dz = (v - (Float(j &+ dj) + 0.2 + 0.6 * random.y)) * (1.2 - 0.4 * random.z)
                    let square = (dx * dx + dz * dz) * 2.6
                    guard square < 1 else { continue }
                    let dome = (1 - square).squareRoot()
                    let height = dome * size * (0.5 + 0.5 * random.z)
                    guard height > best.height else { continue }
                    let tone = 0.07 + 0.17 * random.x * random.z
                    let hue = mix(SIMD3(0.94, 1, 1.05), SIMD3(1.14, 1, 0.84), random.y)
                    best = (height, hue * tone, normalized(SIMD3(dx * 1.6, dome + 0.25, dz * 1.6)))
                }
            }
        }
        return (best.color, best.normal, smoothRamp(0, 0.05, best.height))
    }
}
