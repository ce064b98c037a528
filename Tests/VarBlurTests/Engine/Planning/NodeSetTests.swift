import Testing

@testable import VarBlur

@Suite("Interpolation between nodes")
struct NodeSetTests {
    private static let reach = 34

    /// The sampled Gaussian of two dimensions; only the identity if σ is 0.
    private func gaussian(_ sigma: Double) -> [Double] {
        let line = (-Self.reach...Self.reach).map { distance in
            sigma == 0 ? (distance == 0 ? 1 : 0) : exponential(-0.5 * Double(distance * distance) / (sigma * sigma))
        }
        let sum = line.reduce(0, +)
        return line.flatMap { y in line.map { $0 * y / (sum * sum) } }
    }

    /// The weights of the nodes for a σ: those of the interpolation polynomial.
    private func weights(_ sigma: Double, _ nodes: [Double], _ position: (Double) -> Double) -> [Double] {
        let positions = nodes.map(position)
        return positions.indices.map { node in
            positions.indices.reduce(1.0) { product, other in
                other == node
                    ? product
                    : product * (position(sigma) - positions[other]) / (positions[node] - positions[other])
            }
        }
    }

    /// The error for the image that maximizes it, in 8-bit steps: half the sum of the absolute differences of the kernels.
    private func worstError(_ set: NodeSet, _ sigmas: [Double], _ position: (Double) -> Double) -> Double {
        let kernels = set.sigmas.map(gaussian)
        return sigmas.reduce(0) { worst, sigma in
            var difference = gaussian(sigma)
            for (weight, kernel) in zip(weights(sigma, set.sigmas, position), kernels) {
                for index in difference.indices { difference[index] -= weight * kernel[index] }
            }
            return max(worst, 127.5 * difference.reduce(0) { $0 + abs($1) })
        }
    }

    private static func bound(_ name: String) -> Double? {
        DocumentedBounds.table("error with radii that vary").first { $0.cells[0] == name }?.number(1)
    }

    @Test("adds at most the documented error over all images", arguments: [(1.055, 2), (1.24, 3), (1.6, 4), (2, 5)])
    func logarithmic(ratio: Double, count: Int) throws {
        let bound = try #require(Self.bound("\(count)"))
        for least in [0.5, 0.8, 1.7, 3.4] {
            let set = NodeSet(logarithmic: least, least * ratio, low: 0, high: 9)
            #expect(set.sigmas.count == count)
            let sigmas = (0...12).map { least * exponential(logarithm(ratio) * Double($0) / 12) }
            let middle = least * ratio.squareRoot()
            #expect(worstError(set, sigmas) { ($0 - middle) / ($0 + middle) } <= bound, "\(least)")
        }
    }

    @Test("adds at most the documented error below 0.8", arguments: [0.24, 0.3, 0.42, 0.58, 0.8])
    func exponentialScale(greatest: Double) throws {
        let bound = try #require(Self.bound("in q"))
        let set = NodeSet(exponential: greatest, low: 0, high: 9)
        #expect(set.sigmas[0] == 0)
        let sigmas = (0...12).map { 0.19 + (greatest - 0.19) * Double($0) / 12 }
        #expect(worstError(set, sigmas) { $0 == 0 ? 0 : exponential(-0.5 / ($0 * $0)) } <= bound)
    }

    @Test("sets cover all radii of a tile, each with a ratio of at most 2")
    func sets() {
        for (least, greatest) in [(0.0, 0.1), (0, 0.7), (0, 20), (0.3, 1.2), (0.6, 1), (4, 150), (20, 20), (0.2, 1e6)] {
            let sets = NodeSet.sets(from: least, to: greatest, unblurred: 0.19)
            #expect(sets.isEmpty == (greatest <= 0.19))
            guard let first = sets.first, let last = sets.last else { continue }
            #expect(last.high == .infinity && first.low == (least > 0.19 ? -1 : 0.19))
            for (set, next) in zip(sets, sets.dropFirst()) { #expect(set.high == next.low) }
            for set in sets {
                #expect(set.sigmas.count <= NodeSet.greatestNodeCount)
                #expect(set.isExponential || set.sigmas[set.sigmas.count - 1] <= 2.0001 * set.sigmas[0])
            }
        }
    }
}
