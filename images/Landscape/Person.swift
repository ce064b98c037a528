/// A person who looks at the viewer from the near bank: a face with fine features, hair, and a striped shirt.
struct Person {
    private let noise = Noise(seed: 71)
    /// The center of the head.
    private let center: SIMD2<Float>

    /// The height of the head from its center to the chin.
    private static let headHeight: Float = 0.105

    init(aspect: Float) { center = SIMD2(0.44 * aspect, 0.47) }

    /// The color at a point and how much of the pixel it covers, or `nil` where there is only background.
    func color(_ point: SIMD2<Float>, _ pixel: Float) -> (SIMD3<Float>, Float)? {
        // in units of the head's height, with the origin at its center
        let place = (point - center) / Self.headHeight
        guard abs(place.x) < 3 && place.y > -1.5 else { return nil }
        let size = pixel / Self.headHeight
        var (color, coverage) = (SIMD3<Float>(), Float(0))
        func add(_ layer: SIMD3<Float>, _ amount: Float) {
            guard amount > 0 else { return }
            color = mix(color, layer, coverage > 0 ? amount : 1)
            coverage = max(coverage, amount)
        }
        add(shirt(place), Self.inside(shoulders(place), size))
        add(skin(place) * 0.78, Self.inside(max(abs(place.x) - 0.42, abs(place.y - 0.95) - 0.5), size))
        add(hair(place), Self.inside(Self.ellipse(place - SIMD2(0, -0.13), SIMD2(0.93, 1.08)), size))
        add(skin(place), Self.inside(Self.ellipse(place - SIMD2(0, 0.04), SIMD2(0.76, 1)), size))
        add(hair(place), Self.inside(fringe(place), size))
        addFeatures(place, size, add)
        return coverage > 0 ? (color, coverage) : nil
    }

    /// How much of a pixel lies inside of an outline, for a signed distance from it.
    private static func inside(_ distance: Float, _ size: Float) -> Float { ramp(size / 2, -size / 2, distance) }

    /// The approximate signed distance from an ellipse around the origin.
    private static func ellipse(_ place: SIMD2<Float>, _ radii: SIMD2<Float>) -> Float {
        let scaled = place / radii
        return ((scaled * scaled).sum().squareRoot() - 1) * radii.min()
    }

    private func shoulders(_ place: SIMD2<Float>) -> Float {
        let square = place.x * place.x
        let slope = 1.3 + 0.12 * square + 0.011 * square * square * square
        return max(slope - place.y, abs(place.x) - 2.05 - 0.1 * (place.y - 1.3))
    }

    private func shirt(_ place: SIMD2<Float>) -> SIMD3<Float> {
        let fold = noise.fractal(place.x * 2.5, place.y * 1.3, octaves: 4)
        let stripe = (place.y * 5 + 0.35 * fold).rounded(.down).truncatingRemainder(dividingBy: 2) == 0
        let cloth = stripe ? SIMD3<Float>(0.86, 0.84, 0.80) : SIMD3(0.20, 0.29, 0.46)
        return cloth * (0.62 + 0.55 * fold)
    }

    /// Skin with light from the right, and freckles.
    private func skin(_ place: SIMD2<Float>) -> SIMD3<Float> {
        let light = 0.86 + 0.16 * place.x - 0.10 * place.y * place.y - 0.14 * place.x * place.x
        let cheek = max(
            0, 1 - 7 * ((abs(place.x) - 0.42) * (abs(place.x) - 0.42) + (place.y - 0.28) * (place.y - 0.28)))
        let freckle = ramp(0.70, 0.82, noise.smooth(place.x * 34, place.y * 34)) * ramp(0.5, 0.1, abs(place.y - 0.15))
        let tone = mix(SIMD3(0.90, 0.70, 0.58), SIMD3(0.88, 0.52, 0.46), 0.5 * cheek)
        return mix(tone, SIMD3(0.62, 0.40, 0.28), 0.5 * freckle) * light
    }

    private func hair(_ place: SIMD2<Float>) -> SIMD3<Float> {
        let strand = noise.fractal(place.x * 26 + 4 * place.y, place.y * 3, octaves: 4)
        return SIMD3(0.30, 0.17, 0.09) * (0.45 + 1.15 * strand)
    }

    /// The hair above the forehead.
    private func fringe(_ place: SIMD2<Float>) -> Float {
        let line = -0.48 + 0.30 * place.x + 0.05 * noise.smooth(place.x * 14, 2)
        return max(place.y - line, Self.ellipse(place - SIMD2(0, -0.1), SIMD2(0.86, 1.06)))
    }

    /// Eyes, brows, nose and mouth.
    private func addFeatures(
        _ place: SIMD2<Float>, _ size: Float, _ add: (_ color: SIMD3<Float>, _ amount: Float) -> Void
    ) {
        let mirrored = SIMD2(abs(place.x), place.y)
        let eye = mirrored - SIMD2(0.31, -0.02)
        add(SIMD3(0.95, 0.94, 0.92), Self.inside(Self.ellipse(eye, SIMD2(0.145, 0.075)), size))
        let iris = max(Self.ellipse(eye, SIMD2(0.07, 0.07)), Self.ellipse(eye, SIMD2(0.145, 0.075)))
        add(SIMD3(0.20, 0.36, 0.44), Self.inside(iris, size))
        add(SIMD3(0.03, 0.03, 0.04), Self.inside(max(iris, Self.ellipse(eye, SIMD2(0.033, 0.033))), size))
        let glint = place - SIMD2(place.x < 0 ? -0.285 : 0.335, -0.045)
        add(SIMD3(1, 1, 1), Self.inside(Self.ellipse(glint, SIMD2(0.016, 0.016)), size))
        let lid = eye.y + 0.078 - 1.1 * eye.x * eye.x
        add(SIMD3(0.22, 0.12, 0.08), Self.inside(max(abs(lid) - 0.014, abs(eye.x) - 0.15), size))
        let brow = eye.y + 0.20 - 0.9 * (eye.x - 0.02) * (eye.x - 0.02)
        add(SIMD3(0.26, 0.15, 0.08), Self.inside(max(abs(brow) - 0.028, abs(eye.x) - 0.17), size))
        let nose = place - SIMD2(0, 0.31)
        let wing = max(abs(nose.y - 0.5 * nose.x * nose.x + 0.02) - 0.014, abs(nose.x) - 0.11)
        add(SIMD3(0.62, 0.38, 0.30), 0.8 * Self.inside(wing, size))
        let mouth = place - SIMD2(0, 0.56)
        let lips = max(
            abs(mouth.y + 0.25 * mouth.x * mouth.x - 0.01) - 0.06 * (1 - 10 * mouth.x * mouth.x), abs(mouth.x) - 0.27)
        add(SIMD3(0.72, 0.30, 0.30), Self.inside(lips, size))
        let gap = max(abs(mouth.y + 0.55 * mouth.x * mouth.x - 0.01) - 0.011, abs(mouth.x) - 0.26)
        add(SIMD3(0.36, 0.12, 0.12), Self.inside(gap, size))
    }
}
