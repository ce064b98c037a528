/// The lamps of a night: two lanterns on the near bank, and a village on the far shore.
struct Lamps: Sendable {
    struct Lamp: Sendable {
        var position: SIMD3<Float>
        /// The light at a distance of 1 m.
        var intensity: SIMD3<Float>
        /// The direction from the viewer, whose z is 1.
        var slope: SIMD2<Float> { SIMD2(position.x, position.y - Camera.height) / position.z }
    }

    private(set) var lamps: [Lamp] = []

    /// No lamps.
    init() {}

    /// The lamps between the ground and the terrain.
    init(ground: Ground, terrain: Terrain) {
        for (x, z) in [(Float(-3.1), Float(13.6)), (4.3, 14.6)] {
            let foot = SIMD3(x, ground.height(x, z), z)
            lamps.append(Lamp(position: foot + SIMD3(0, 1.9, 0), intensity: SIMD3(1, 0.56, 0.22) * 45))
        }
        let noise = Noise(seed: 91)
        for number in Int32(0)..<44 {
            let random = noise.bytes(number, 1)
            let spread = random.x + random.y + noise.value(number, 2) - 1.5
            let slope: Float = 0.13 + 0.24 * spread
            var z: Float = 300
            while z < 2600 {
                let place = Terrain.position(slope * z, z)
                if terrain.heights.sample(place.x, place.y) > 0.5 { break }
                z += 4
            }
            z += 2 + 40 * random.z * random.z
            let place = Terrain.position(slope * z, z)
            let height = max(terrain.heights.sample(place.x, place.y), 0) + 5 + 14 * random.z
            let warm = mix(SIMD3(1, 0.52, 0.20), SIMD3(1, 0.80, 0.55), random.w * random.w)
            lamps.append(
                Lamp(position: SIMD3(slope * z, height, z), intensity: warm * (60 + 420 * random.w * random.x)))
        }
    }

    var isEmpty: Bool { lamps.isEmpty }

    /// The light of all lamps at a point.
    func light(at point: SIMD3<Float>) -> SIMD3<Float> {
        var light = SIMD3<Float>()
        for lamp in lamps {
            let offset = lamp.position - point
            guard abs(offset.z) < 120, abs(offset.x) < 120 else { continue }
            light += lamp.intensity / (dot(offset, offset) + 0.4)
        }
        return light
    }

    /// The light of the lamps that water reflects to the viewer.
    ///
    /// - Parameters:
    ///   - direction: The mirrored direction, whose z is 1.
    ///   - fall: How far the line of sight to the water falls per meter.
    ///   - variance: The variance of the slopes of waves that are too small to see.
    /// - Returns: The color in scene light, to be multiplied by the share that water reflects.
    func reflection(_ direction: SIMD2<Float>, fall: Float, variance: Float) -> SIMD3<Float> {
        var light = SIMD3<Float>()
        for lamp in lamps {
            let size = max(0.15 / lamp.position.z, 0.0005)
            let across = 4 * variance * fall * fall + size * size
            let offset = direction.x - lamp.slope.x
            guard offset * offset < across * 12 else { continue }
            let along = 4 * variance + size * size
            let rise = direction.y - lamp.slope.y - 2 * Camera.height / lamp.position.z
            let falloff = exp(-offset * offset / (2 * across) - rise * rise / (2 * along))
            let distance = lamp.position.z * lamp.position.z
            light += lamp.intensity * (falloff / (6.283 * distance * (across * along).squareRoot()))
        }
        return light
    }

    /// Adds the lamps, and the light that a lens spreads around them.
    func shine(onto strip: inout Strip) {
        for lamp in lamps {
            let place = Camera.project(lamp.position)
            let distance = lamp.position.z
            let size = max(0.034 / distance * Camera.focalLength, strip.pixel * 0.55)
            let flux = lamp.intensity * (Camera.focalLength * Camera.focalLength / (distance * distance))
            let reach: Float = distance < 100 ? 0.35 : 0.10
            let halo: Float = 0.012
            for row in strip.rows(place.y - reach, place.y + reach) {
                for column in strip.columns(place.x - reach, place.x + reach) {
                    let offset = strip.position(column, row) - place
                    let square = offset.x * offset.x + offset.y * offset.y
                    let core = exp(-square / (2 * size * size)) / (6.283 * size * size)
                    let spread = 1 + square / (halo * halo)
                    let edge = 1 - min(square / (reach * reach), 1)
                    let around =
                        (distance < 100 ? 0.004 : 0.04) * edge * edge
                        / (6.283 * halo * halo * spread * spread.squareRoot())
                    strip.colors[row * strip.width + column] += flux * (core + around)
                }
            }
        }
    }

    /// The posts of the lanterns.
    func addPosts(_ ground: Ground, into strokes: inout Strokes) {
        for lamp in lamps.prefix(2) {
            let top = lamp.position + SIMD3(0, 0.14, 0)
            let foot = SIMD3(top.x, ground.height(top.x, top.z) - 0.1, top.z)
            let iron = SIMD3<Float>(0.012, 0.010, 0.009)
            strokes.add(foot, lamp.position - SIMD3(0, 0.16, 0), widths: SIMD2(0.055, 0.04), iron, iron * 6)
            for side in [Float(-1), 1] {
                strokes.add(
                    lamp.position + SIMD3(side * 0.13, 0.17, 0), lamp.position + SIMD3(side * 0.075, -0.17, 0),
                    widths: SIMD2(0.018, 0.018), iron * 3, iron * 3)
            }
            strokes.add(
                lamp.position + SIMD3(-0.15, 0.19, 0), lamp.position + SIMD3(0.15, 0.19, 0), widths: SIMD2(0.05, 0.05),
                iron, iron)
        }
    }
}
