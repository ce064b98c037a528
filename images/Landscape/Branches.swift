/// Leafy twigs that hang into the image from above, and a flock of birds: small, dark, sharp details.
struct Branches {
    private struct Leaf {
        let center: SIMD2<Float>
        let axis: SIMD2<Float>
        let length: Float
        let tint: Float
    }

    private struct Stroke {
        let from: SIMD2<Float>
        let to: SIMD2<Float>
        let radius: Float
    }

    private let noise = Noise(seed: 61)
    private var leaves: [Leaf] = []
    private var strokes: [Stroke] = []
    /// The lower limit of all twigs and birds.
    private let lowest: Float = 0.36

    init(aspect: Float) {
        for twig in 0..<7 { addTwig(twig, aspect: aspect) }
        for bird in 0..<6 { addBird(bird, aspect: aspect) }
    }

    private mutating func addTwig(_ twig: Int, aspect: Float) {
        let number = Int32(twig)
        var point = SIMD2<Float>(twig < 4 ? -0.02 : aspect + 0.02, -0.02 + 0.03 * Float(twig % 4))
        var step = SIMD2<Float>(twig < 4 ? 1 : -1, 0.25 + 0.5 * noise.value(number, 1)) * 0.022
        for joint in 0..<(9 + twig % 4 * 2) {
            let random = { [noise] in noise.value(number &* 64 &+ Int32(joint), $0) }
            let next = point + step
            strokes.append(Stroke(from: point, to: next, radius: 0.0026 * (1 - Float(joint) / 18)))
            for side in 0..<2 {
                let axis = SIMD2(random(2 + Int32(side)) - 0.5, 0.35 + 0.5 * random(4 + Int32(side)))
                let length = 0.011 + 0.010 * random(6 + Int32(side))
                leaves.append(Leaf(center: next + axis * length, axis: axis, length: length, tint: random(8)))
            }
            point = next
            step.y += 0.006 * (random(10) - 0.45)
        }
    }

    private mutating func addBird(_ bird: Int, aspect: Float) {
        let random = { [noise] in noise.value(Int32(bird), 70 + $0) }
        let body = SIMD2(aspect * (0.36 + 0.3 * random(1)), 0.06 + 0.16 * random(2))
        let wing = 0.008 + 0.008 * random(3)
        strokes.append(Stroke(from: body, to: body + SIMD2(-wing, -wing * 0.6), radius: 0.0009))
        strokes.append(
            Stroke(from: body, to: body + SIMD2(wing, -wing * (0.3 + 0.5 * random(4))), radius: 0.0009))
    }

    /// The color at a point and how much of the pixel it covers, or `nil` where there is only background.
    func color(_ point: SIMD2<Float>, _ pixel: Float) -> (SIMD3<Float>, Float)? {
        guard point.y < lowest else { return nil }
        var (color, coverage) = (SIMD3<Float>(0.10, 0.08, 0.07), Float(0))
        for stroke in strokes { coverage = max(coverage, Self.coverage(stroke, point, pixel)) }
        for leaf in leaves {
            let leafCoverage = Self.coverage(leaf, point, pixel)
            guard leafCoverage > 0 else { continue }
            let green = mix(SIMD3(0.16, 0.27, 0.07), SIMD3(0.62, 0.40, 0.10), leaf.tint)
            color = mix(color, green, coverage > 0 ? leafCoverage : 1)
            coverage = max(coverage, leafCoverage)
        }
        return coverage > 0 ? (color, coverage) : nil
    }

    private static func coverage(_ stroke: Stroke, _ point: SIMD2<Float>, _ pixel: Float) -> Float {
        let (along, offset) = (stroke.to - stroke.from, point - stroke.from)
        guard abs(offset.x) < 0.05 && abs(offset.y) < 0.05 else { return 0 }
        let t = min(max((along * offset).sum() / (along * along).sum(), 0), 1)
        let away = offset - along * t
        let distance = (away * away).sum().squareRoot()
        return ramp(stroke.radius + pixel / 2, stroke.radius - pixel / 2, distance)
    }

    private static func coverage(_ leaf: Leaf, _ point: SIMD2<Float>, _ pixel: Float) -> Float {
        let offset = point - leaf.center
        guard abs(offset.x) < leaf.length + pixel && abs(offset.y) < leaf.length + pixel else { return 0 }
        let axis = leaf.axis / (leaf.axis * leaf.axis).sum().squareRoot()
        let along = (offset * axis).sum() / leaf.length
        let across = abs(offset.x * axis.y - offset.y * axis.x) / leaf.length
        // The outline is a lens, pointed at both ends.
        return ramp(
            0.5 * pixel / leaf.length, -0.5 * pixel / leaf.length, across - 0.36 * (1 - along * along))
    }
}
