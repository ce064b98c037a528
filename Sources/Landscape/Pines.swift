/// Dark trees on both sides of the lake.
struct Pines {
    private struct Tree {
        let x: Float
        let foot: Float
        let height: Float
    }

    private let trees: [Tree]
    private let noise = Noise(seed: 51)

    init(aspect: Float) {
        let lots = Noise(seed: 52)
        trees = (0..<26).map { index in
            let number = Int32(index)
            let isLeft = index % 2 == 0
            let inset = lots.value(number, 1) * lots.value(number, 2) * 0.34
            return Tree(
                x: isLeft ? inset : aspect - inset, foot: 0.80 + 0.06 * lots.value(number, 3),
                height: 0.14 + 0.24 * lots.value(number, 4) * (1 - inset * 1.6))
        }
    }

    func color(_ place: SIMD2<Float>, _ pixel: Float) -> (SIMD3<Float>, Float)? {
        var coverage: Float = 0
        for tree in trees where abs(place.x - tree.x) < 0.27 * tree.height {
            coverage = max(coverage, cover(tree, place, pixel))
        }
        guard coverage > 0 else { return nil }
        let needles = noise.fractal(place.x * 130, place.y * 170, octaves: 3)
        return (SIMD3(0.035, 0.075, 0.05) + SIMD3(0.05, 0.085, 0.05) * needles, coverage)
    }

    private func cover(_ tree: Tree, _ place: SIMD2<Float>, _ pixel: Float) -> Float {
        let fromTop = (place.y - tree.foot + tree.height) / tree.height
        guard fromTop > 0, fromTop < 1.02 else { return 0 }
        // boughs: each tier starts narrow and widens, and its rim is ragged
        let tier = fromTop * 11 + 0.4 * noise.smooth(place.x * 9, fromTop * 11)
        let bough = 0.55 + 0.45 * (tier - tier.rounded(.down))
        let rag = 0.75 + 0.5 * noise.smooth(place.x * 190, place.y * 210)
        let reach = 0.22 * tree.height * fromTop * bough * rag
        return ramp(reach + pixel / 2, reach - pixel / 2, abs(place.x - tree.x))
    }
}
