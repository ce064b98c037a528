/// Tall spruces on both sides of the near bank, drawn twig by twig.
struct Spruces {
    private let ground: Ground
    private let noise = Noise(seed: 52)
    private let sunlight: SIMD3<Float>
    private let skylight: SIMD3<Float>

    init(ground: Ground) {
        self.ground = ground
        sunlight = ground.atmosphere.sunlight
        skylight = ground.atmosphere.skylight
    }

    /// Adds the trees; their positions follow the sides of the picture.
    func grow(aspect: Float, into strokes: inout Strokes) {
        let side = aspect / 2 / Camera.focalLength
        // the distance, the position from the picture's side in shares of its half width, and the height in meters
        let left: [(z: Float, inset: Float, tall: Float)] = [
            (31, 0.06, 19), (36, 0.17, 15.5), (40, -0.03, 22), (44, 0.27, 13), (47, 0.12, 18), (52, 0.34, 10),
            (55, 0.20, 16), (38, 0.01, 9), (58, 0.29, 12.5),
        ]
        let right: [(z: Float, inset: Float, tall: Float)] = [
            (42, 0.05, 18), (46, 0.15, 13), (49, -0.02, 21), (53, 0.21, 9.5), (56, 0.11, 15.5), (45, 0.005, 10),
        ]
        for (number, place) in (left + right).enumerated() {
            let direction: Float = number < left.count ? -1 : 1
            let x = direction * side * place.z * (1 - place.inset)
            tree(SIMD3(x, ground.height(x, place.z) - 0.2, place.z), tall: place.tall, Int32(number), &strokes)
        }
    }

    private func tree(_ root: SIMD3<Float>, tall: Float, _ number: Int32, _ strokes: inout Strokes) {
        let bark = SIMD3<Float>(0.07, 0.05, 0.04)
        strokes.add(
            root, root + SIMD3(0, tall, 0), widths: SIMD2(0.026, 0.003) * tall * 0.6, bark * sunlight * 0.06,
            bark * sunlight * 0.2)
        let whorls = Int(tall / 0.30)
        let wide = (0.15 + 0.05 * noise.value(number, 5)) * tall
        for whorl in 0..<whorls {
            let t = (Float(whorl) + 0.5) / Float(whorls)
            guard t > 0.03 else { continue }
            for arm in 0..<7 {
                let seed = (number &* 128 &+ Int32(whorl)) &* 8 &+ Int32(arm)
                let random = noise.bytes(seed, 7)
                guard random.x > 0.06 else { continue }
                let reach =
                    wide * (power(1 - t, 0.85) * 0.97 + 0.03) * (0.62 + 0.5 * random.y) * smoothRamp(-0.12, 0.10, t)
                let turns = (Float(arm) + random.z) / 7 + Float(whorl) * 0.381_966
                let origin = root + SIMD3(0, tall * (t + 0.022 * (random.w - 0.5)), 0)
                branch(origin, turns, reach, t, seed, &strokes)
            }
        }
    }

    private func branch(
        _ origin: SIMD3<Float>, _ turns: Float, _ reach: Float, _ t: Float, _ seed: Int32, _ strokes: inout Strokes
    ) {
        let out = SIMD3(sine(turns: turns + 0.25), 0, sine(turns: turns))
        let across = SIMD3(-out.z, 0, out.x)
        // Low branches hang, high ones rise.
        let rise = mix(-0.34, 0.55, t) + 0.22 * (noise.value(seed, 9) - 0.5)
        func point(_ s: Float) -> SIMD3<Float> {
            origin + out * (reach * s) + SIMD3(0, reach * (rise * s - 0.30 * s * s + 0.16 * s * s * s), 0)
        }
        let count = max(3, Int(reach / 0.11))
        let facing = dot(out, ground.atmosphere.sun)
        for twig in 0...count {
            let s = (Float(twig) + 0.4) / (Float(count) + 0.4)
            let here = noise.bytes(seed &* 32 &+ Int32(twig), 8)
            // Inner twigs, and those away from the sun, lie in the shade of others.
            let shade = smoothRamp(-0.75, 0.9, facing * (0.5 + 0.5 * s)) * smoothRamp(0.1, 0.95, s)
            let albedo = mix(SIMD3(0.020, 0.036, 0.016), SIMD3(0.055, 0.078, 0.026), here.x * 0.6 + 0.4 * s)
            let light = albedo * (sunlight * (0.05 + 0.85 * shade * (0.5 + 0.7 * here.y)) + skylight * (0.25 + 0.8 * s))
            for side in [Float(-1), 1] {
                let long = (0.40 * (1 - s * 0.75) * reach + 0.10) * (0.6 + 0.6 * (side < 0 ? here.z : here.w)) * 0.75
                let start = point(s)
                let end = start + (out * 0.75 + across * (side * 0.7)) * long + SIMD3(0, -0.16 * long - 0.05, 0)
                strokes.add(start, end, widths: SIMD2(0.085, 0.04), light * 0.55, light, isFrayed: true)
                // short twigs hang from the long ones
                for hang in 1...2 {
                    let from = mix(start, end, Float(hang) * 0.42)
                    let down = SIMD3(0.05 * (here.x - 0.5), -0.10 - 0.16 * here[hang], 0.02)
                    strokes.add(
                        from, from + down * (0.5 + long), widths: SIMD2(0.055, 0.03), light * 0.5, light * 0.85,
                        isFrayed: true)
                }
            }
        }
        let tip = point(1)
        strokes.add(
            point(0), tip, widths: SIMD2(0.07, 0.03), SIMD3(0.01, 0.009, 0.006) * sunlight * 0.3,
            SIMD3(0.03, 0.045, 0.02) * sunlight * 0.3)
    }
}
