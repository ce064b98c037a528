/// Twigs with leaves that hang into the picture from above, and a flight of birds: small, dark and sharp.
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

    private let leaves: [Leaf]
    private let strokes: [Stroke]
    /// Nothing is drawn below.
    private let lowest: Float = 0.36

    init(aspect: Float) {
        let noise = Noise(seed: 61)
        var (leaves, strokes): ([Leaf], [Stroke]) = ([], [])
        for twig in 0..<7 {
            let number = Int32(twig)
            var place = SIMD2<Float>(twig < 4 ? -0.02 : aspect + 0.02, -0.02 + 0.03 * Float(twig % 4))
            var step = SIMD2<Float>(twig < 4 ? 1 : -1, 0.25 + 0.5 * noise.value(number, 1)) * 0.022
            for joint in 0..<(9 + twig % 4 * 2) {
                let lot = { noise.value(number &* 64 &+ Int32(joint), $0) }
                let next = place + step
                strokes.append(Stroke(from: place, to: next, radius: 0.0026 * (1 - Float(joint) / 18)))
                for side in 0..<2 {
                    let axis = SIMD2(lot(2 + Int32(side)) - 0.5, 0.35 + 0.5 * lot(4 + Int32(side)))
                    let length = 0.011 + 0.010 * lot(6 + Int32(side))
                    leaves.append(
                        Leaf(center: next + axis * length, axis: axis, length: length, tint: lot(8)))
                }
                place = next
                step.y += 0.006 * (lot(10) - 0.45)
            }
        }
        for bird in 0..<6 {
            let lot = { noise.value(Int32(bird), 70 + $0) }
            let body = SIMD2(aspect * (0.36 + 0.3 * lot(1)), 0.06 + 0.16 * lot(2))
            let wing = 0.008 + 0.008 * lot(3)
            strokes.append(Stroke(from: body, to: body + SIMD2(-wing, -wing * 0.6), radius: 0.0009))
            strokes.append(
                Stroke(from: body, to: body + SIMD2(wing, -wing * (0.3 + 0.5 * lot(4))), radius: 0.0009))
        }
        self.leaves = leaves
        self.strokes = strokes
    }

    func color(_ place: SIMD2<Float>, _ pixel: Float) -> (SIMD3<Float>, Float)? {
        guard place.y < lowest else { return nil }
        var (color, coverage) = (SIMD3<Float>(0.10, 0.08, 0.07), Float(0))
        for stroke in strokes { coverage = max(coverage, Self.cover(stroke, place, pixel)) }
        for leaf in leaves {
            let cover = Self.cover(leaf, place, pixel)
            guard cover > 0 else { continue }
            let green = mix(SIMD3(0.16, 0.27, 0.07), SIMD3(0.62, 0.40, 0.10), leaf.tint)
            color = mix(color, green, coverage > 0 ? cover : 1)
            coverage = max(coverage, cover)
        }
        return coverage > 0 ? (color, coverage) : nil
    }

    private static func cover(_ stroke: Stroke, _ place: SIMD2<Float>, _ pixel: Float) -> Float {
        let (along, offset) = (stroke.to - stroke.from, place - stroke.from)
        guard abs(offset.x) < 0.05 && abs(offset.y) < 0.05 else { return 0 }
        let t = min(max((along * offset).sum() / (along * along).sum(), 0), 1)
        let away = offset - along * t
        let distance = (away * away).sum().squareRoot()
        return ramp(stroke.radius + pixel / 2, stroke.radius - pixel / 2, distance)
    }

    private static func cover(_ leaf: Leaf, _ place: SIMD2<Float>, _ pixel: Float) -> Float {
        let offset = place - leaf.center
        guard abs(offset.x) < leaf.length + pixel && abs(offset.y) < leaf.length + pixel else { return 0 }
        let axis = leaf.axis / (leaf.axis * leaf.axis).sum().squareRoot()
        let along = (offset * axis).sum() / leaf.length
        let across = abs(offset.x * axis.y - offset.y * axis.x) / leaf.length
        // a lens: pointed at both ends
        return ramp(
            0.5 * pixel / leaf.length, -0.5 * pixel / leaf.length, across - 0.36 * (1 - along * along))
    }
}
