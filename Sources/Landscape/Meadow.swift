/// The near bank: grass in blades at the bottom, and flowers.
struct Meadow {
    private let noise = Noise(seed: 41)

    /// Where the bank begins below a place on the horizontal axis.
    func shore(_ x: Float) -> Float {
        0.79 + 0.07 * (noise.fractal(x * 1.3, 3, octaves: 4) - 0.5) + 0.012
            * (noise.fractal(x * 40, 5, octaves: 4) - 0.5)
    }

    func color(_ place: SIMD2<Float>, _ pixel: Float) -> SIMD3<Float> {
        let near = ramp(0.76, 1, place.y)
        let patches = noise.fractal(place.x * 6, place.y * 14, octaves: 5)
        let blades = noise.fractal(place.x * 260 + 6 * patches, place.y * mix(120, 34, near), octaves: 4)
        let shade = 0.35 + 0.75 * blades + 0.35 * (patches - 0.5)
        let green = mix(SIMD3(0.36, 0.44, 0.17), SIMD3(0.24, 0.40, 0.11), patches)
        let dry = SIMD3<Float>(0.66, 0.58, 0.30)
        let grass = mix(green, dry, ramp(0.55, 0.75, patches)) * shade * (1.15 - 0.25 * near)
        return flower(at: place, near: near, pixel).map { mix(grass, $0.color, $0.coverage) } ?? grass
    }

    /// At most one flower for each cell of a grid; its place, size and color are drawn by lot.
    private func flower(
        at place: SIMD2<Float>, near: Float, _ pixel: Float
    ) -> (color: SIMD3<Float>, coverage: Float)? {
        let cells: Float = 52
        let cell = (place * cells).rounded(.down)
        let (i, j) = (Int32(cell.x), Int32(cell.y))
        guard noise.value(i, j &+ 900) < 0.16 * near else { return nil }
        let center = (cell + SIMD2(0.3 + 0.4 * noise.value(i, j), 0.3 + 0.4 * noise.value(j, i))) / cells
        let offset = place - center
        let distance = (offset * offset).sum().squareRoot()
        let radius = 0.0015 + 0.0040 * near * noise.value(i &+ 7, j)
        guard distance < radius + pixel else { return nil }
        let kinds: [SIMD3<Float>] = [
            SIMD3(0.96, 0.95, 0.92), SIMD3(0.95, 0.80, 0.20), SIMD3(0.82, 0.16, 0.20),
        ]
        let kind = kinds[Int(noise.value(i, j &- 300) * 2.99)]
        let heart = SIMD3<Float>(0.9, 0.65, 0.1)
        let petal = mix(heart, kind, ramp(0.25, 0.45, distance / radius))
        return (petal, ramp(radius + pixel / 2, radius - pixel / 2, distance))
    }
}
