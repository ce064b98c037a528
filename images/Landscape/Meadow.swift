/// The near bank of the lake, with blades of grass and flowers.
struct Meadow {
    private let noise = Noise(seed: 41)

    /// The vertical position of the bank's upper edge at a horizontal position.
    func shore(_ x: Float) -> Float {
        0.79 + 0.07 * (noise.fractal(x * 1.3, 3, octaves: 4) - 0.5) + 0.012
            * (noise.fractal(x * 40, 5, octaves: 4) - 0.5)
    }

    func color(_ point: SIMD2<Float>, _ pixel: Float) -> SIMD3<Float> {
        let near = ramp(0.76, 1, point.y)
        let patches = noise.fractal(point.x * 6, point.y * 14, octaves: 5)
        let blades = noise.fractal(point.x * 260 + 6 * patches, point.y * mix(120, 34, near), octaves: 4)
        let shade = 0.35 + 0.75 * blades + 0.35 * (patches - 0.5)
        let green = mix(SIMD3(0.36, 0.44, 0.17), SIMD3(0.24, 0.40, 0.11), patches)
        let dry = SIMD3<Float>(0.66, 0.58, 0.30)
        let grass = mix(green, dry, ramp(0.55, 0.75, patches)) * shade * (1.15 - 0.25 * near)
        return flower(at: point, near: near, pixel).map { mix(grass, $0.color, $0.coverage) } ?? grass
    }

    /// A grid cell has at most one flower, with a random position, size and color.
    private func flower(
        at point: SIMD2<Float>, near: Float, _ pixel: Float
    ) -> (color: SIMD3<Float>, coverage: Float)? {
        let cells: Float = 52
        let cell = (point * cells).rounded(.down)
        let (i, j) = (Int32(cell.x), Int32(cell.y))
        guard noise.value(i, j &+ 900) < 0.16 * near else { return nil }
        let center = (cell + SIMD2(0.3 + 0.4 * noise.value(i, j), 0.3 + 0.4 * noise.value(j, i))) / cells
        let offset = point - center
        let distance = (offset * offset).sum().squareRoot()
        let radius = 0.0015 + 0.0040 * near * noise.value(i &+ 7, j)
        guard distance < radius + pixel else { return nil }
        let kinds: [SIMD3<Float>] = [
            SIMD3(0.96, 0.95, 0.92), SIMD3(0.95, 0.80, 0.20), SIMD3(0.82, 0.16, 0.20),
        ]
        let kind = kinds[Int(noise.value(i, j &- 300) * 2.99)]
        let flowerCenter = SIMD3<Float>(0.9, 0.65, 0.1)
        let petal = mix(flowerCenter, kind, ramp(0.25, 0.45, distance / radius))
        return (petal, ramp(radius + pixel / 2, radius - pixel / 2, distance))
    }
}
