/// Dark pines on both sides of the lake.
struct Pines {
    private struct Tree {
        let x: Float
        let foot: Float
        let height: Float
    }

    private let trees: [Tree]
    private let noise = Noise(seed: 51)

    init(aspect: Float) {
        let random = Noise(seed: 52)
        trees = (0..<26).map { index in
            let number = Int32(index)
            let isLeft = index % 2 == 0
            let inset = random.value(number, 1) * random.value(number, 2) * 0.34
            return Tree(
                x: isLeft ? inset : aspect - inset, foot: 0.80 + 0.06 * random.value(number, 3),
                height: 0.14 + 0.24 * random.value(number, 4) * (1 - inset * 1.6))
        }
    }

    func color(_ point: SIMD2<Float>, _ pixel: Float) -> (SIMD3<Float>, Float)? {
        var coverage: Float = 0
        for tree in trees where abs(point.x - tree.x) < 0.27 * tree.height {
            coverage = max(coverage, self.coverage(of: tree, point, pixel))
        }
        guard coverage > 0 else { return nil }
        let needles = noise.fractal(point.x * 130, point.y * 170, octaves: 3)
        return (SIMD3(0.035, 0.075, 0.05) + SIMD3(0.05, 0.085, 0.05) * needles, coverage)
    }

    private func coverage(of tree: Tree, _ point: SIMD2<Float>, _ pixel: Float) -> Float {
        let fromTop = (point.y - tree.foot + tree.height) / tree.height
        guard fromTop > 0, fromTop < 1.02 else { return 0 }
        // Each tier of branches widens downward and has a ragged outline.
        let tier = fromTop * 11 + 0.4 * noise.smooth(point.x * 9, fromTop * 11)
        let tierWidth = 0.55 + 0.45 * (tier - tier.rounded(.down))
        let raggedness = 0.75 + 0.5 * noise.smooth(point.x * 190, point.y * 210)
        let halfWidth = 0.22 * tree.height * fromTop * tierWidth * raggedness
        return ramp(halfWidth + pixel / 2, halfWidth - pixel / 2, abs(point.x - tree.x))
    }
}
