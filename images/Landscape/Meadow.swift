/// Grass and lupines on the near bank.
struct Meadow {
    private let ground: Ground
    private let noise = Noise(seed: 43)
    private let sunlight: SIMD3<Float>
    private let skylight: SIMD3<Float>
    private static let nearest: Float = 2.3

    init(ground: Ground) {
        self.ground = ground
        sunlight = ground.atmosphere.sunlight
        skylight = ground.atmosphere.skylight
    }

    func grow(aspect: Float, into strokes: inout Strokes) {
        for number in 0..<Int32(60_000 * aspect) {
            let random = noise.bytes(number, 1)
            let more = noise.bytes(number, 2)
            let z = Self.nearest * exp2(log2(36 / Self.nearest) * noise.value(number, 3))
            let x = (noise.value(number, 4) - 0.5) * (aspect + 0.2) / Camera.focalLength * z
            let inland = ground.shore(x) - z
            let patch = noise.gradient(x / 1.9, z / 1.9) + 0.5 * noise.gradient(x / 0.6, z / 0.6)
            guard inland + 0.8 * patch > 1.1 else { continue }
            blade(SIMD3(x, ground.height(x, z), z), patch: patch, inland, random, more, &strokes)
        }
        for number in 0..<Int32(230 * aspect) {
            let z = 3.2 * exp2(log2(22 / 3.2) * noise.value(number, 13))
            let x = (noise.value(number, 14) - 0.5) * (aspect + 0.2) / Camera.focalLength * z
            let inland = ground.shore(x) - z
            let patch = noise.gradient(x / 3.1 + 7, z / 3.1) + 0.45 * abs(x) / z
            guard inland > 2.2, patch > 0.12 + 0.3 * noise.value(number, 15) else { continue }
            lupine(SIMD3(x, ground.height(x, z) + 0.05, z), number, &strokes)
        }
    }

    private func blade(
        _ root: SIMD3<Float>, patch: Float, _ inland: Float, _ random: SIMD4<Float>, _ more: SIMD4<Float>,
        _ strokes: inout Strokes
    ) {
        let young = smoothRamp(0.8, 4, inland)
        let tall = (0.16 + 0.30 * random.x * random.x + 0.10 * patch) * (0.35 + 0.65 * young)
        guard tall > 0.02 else { return }
        let lean = SIMD3(0.22 + 0.9 * (random.y - 0.5), 0, 0.9 * (random.z - 0.5)) * (0.5 + more.x)
        let dry = more.y > 0.80 - 0.25 * patch ? more.z : 0.15 * more.z
        let tone = 0.45 * random.w + 0.55 * (patch + 0.25)
        let green = mix(SIMD3(0.014, 0.036, 0.011), SIMD3(0.066, 0.082, 0.021), tone)
        let albedo = mix(green, SIMD3(0.20, 0.155, 0.075), dry)
        let facing = (0.15 + 0.60 * more.w) * shade(root)
        let lamps = ground.lamps.light(at: root + SIMD3(0, tall, 0)) * (0.25 + 0.5 * more.w)
        let bottom = albedo * (sunlight * (0.10 * facing) + skylight * 0.25 + lamps * 0.2)
        let top = albedo * (sunlight * facing + skylight * 1.1 + lamps) * 1.35
        let width = (0.0035 + 0.004 * random.w) * (1 + 0.02 * root.z)
        var (point, previous) = (root, Float(0))
        for step in 1...4 {
            let t = Float(step) / 4
            let next =
                root + SIMD3(0, tall * (t - 0.22 * t * t * (lean.x * lean.x + lean.z * lean.z)), 0) + lean
                * (tall * t * t)
            strokes.add(
                point, next, widths: SIMD2(1 - previous * previous * 0.9, 1 - t * t * 0.9) * width,
                mix(bottom, top, previous), mix(bottom, top, t))
            (point, previous) = (next, t)
        }
    }

    /// The share of the sun at a place: clouds and the trees cast soft shadows on the meadow.
    private func shade(_ root: SIMD3<Float>) -> Float {
        let broad = noise.gradient(root.x / 4.2 + 0.5 * root.z / 4.2, root.z / 7 + 4)
        return 0.30 + 0.70 * smoothRamp(-0.42, 0.12, broad + 0.25 * noise.gradient(root.x / 1.1, root.z / 1.6))
    }

    /// A stem with a spike of small blossoms, and leaves below.
    private func lupine(_ root: SIMD3<Float>, _ number: Int32, _ strokes: inout Strokes) {
        let random = noise.bytes(number, 21)
        let tall = 0.42 + 0.26 * random.x
        let tip = root + SIMD3(0.10 * (random.y - 0.3), tall, 0.08 * (random.z - 0.5))
        let green = SIMD3<Float>(0.06, 0.10, 0.03)
        strokes.add(root, tip, widths: SIMD2(0.009, 0.004), green * sunlight * 0.15, green * sunlight * 0.6)
        let lamps = ground.lamps.light(at: tip) * 0.5
        let hues: [SIMD3<Float>] = [
            SIMD3(0.13, 0.075, 0.36), SIMD3(0.20, 0.09, 0.40), SIMD3(0.42, 0.14, 0.34), SIMD3(0.10, 0.10, 0.40),
            SIMD3(0.50, 0.40, 0.46),
        ]
        let hue = hues[min(Int(random.w * 5), 4)]
        for blossom in Int32(0)..<54 {
            let here = noise.bytes(number &* 64 &+ blossom, 22)
            let t = Float(blossom) / 54
            let center = mix(root, tip, 0.40 + 0.60 * t)
            let wide = 0.034 * (1 - 0.85 * t * t)
            let angle = here.x
            let out = SIMD3(sine(turns: angle + 0.25), 0.15, -sine(turns: angle))
            let facing = 0.16 + 0.6 * max(0, dot(out, ground.atmosphere.sun))
            let color = mix(hue, SIMD3(0.5, 0.45, 0.5), 0.25 * here.y) * (0.6 + 0.4 * here.z)
            let light = color * (sunlight * facing + skylight * 0.8 + lamps)
            strokes.add(
                center + out * (wide * 0.5), center + out * wide + SIMD3(0, 0.008, 0),
                widths: SIMD2(0.014, 0.010) * (1 - 0.5 * t),
                light * 0.75, light, nearer: 0.02 - out.z * 0.01)
        }
        for leaf in Int32(0)..<26 {
            let here = noise.bytes(number &* 64 &+ leaf, 23)
            let angle = here.x
            let out = SIMD3(sine(turns: angle + 0.25), 0.25 * here.y, sine(turns: angle))
            let start = root + SIMD3(0, tall * 0.35 * here.z, 0) + out * 0.03
            let light = green * (sunlight * (0.2 + 0.5 * here.w) + skylight)
            strokes.add(start, start + out * (0.09 + 0.06 * here.y), widths: SIMD2(0.012, 0.004), light * 0.5, light)
        }
    }
}
