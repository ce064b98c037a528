internal import CBlurKernels

/// The few standard deviations with which a tile is blurred, and between which the results are interpolated.
///
/// Nodes lie at the roots of a Chebyshev polynomial, so that the error is about equal for all σ in between. From σ = 0.5 on, they are
/// equally distributed in log σ; below, in q = exp(-1 / 2σ²), the weight of a neighbor relative to that of the pixel itself. There,
/// q = 0 is a node for which no blur is necessary.
struct NodeSet {
    /// The standard deviations of the nodes, each at least 0.
    let sigmas: [Double]
    /// The pixels that belong to the set: those with a σ above `low` and at most `high`.
    let low: Float
    let high: Float
    /// Whether the results are interpolated in q.
    let isExponential: Bool
    /// The σ for which the nodes are made.
    let range: ClosedRange<Double>

    /// From here on, interpolation in log σ is used.
    static let leastLogarithmicSigma = 0.5
    /// Where sets that begin below `leastLogarithmicSigma` end.
    static let greatestExponentialSigma = 0.8
    /// The greatest ratio of the σ of a set in log σ.
    static let greatestRatio = 2.0
    static let greatestNodeCount = Int(BLUR_GREATEST_NODE_COUNT)

    /// The number of nodes up to a ratio: interpolation adds an error of at most 0.18 of an 8-bit step, over all images.
    private static let ratios = [(1.0005, 1), (1.055, 2), (1.24, 3), (1.6, 4)]
    /// The number of nodes in q, including q = 0, up to a σ.
    private static let exponentialSigmas = [(0.24, 2), (0.3, 3), (0.42, 4), (0.58, 5)]

    /// How far weights are extrapolated by the number of nodes, as a fraction of the range: up to weights of ±1.95, which the inner loops
    /// can hold.
    static let margins = [0, 0.5, 0.5, 0.15, 0.07, 0.045]

    /// Nodes for σ in `least...greatest`, whose ratio is at most `greatestRatio`.
    init(logarithmic least: Double, _ greatest: Double, low: Double, high: Double) {
        let count = Self.ratios.first { greatest <= least * $0.0 }?.1 ?? 5
        // the middle of the scale (σ - m) / (σ + m), and its end
        let middle = (least * greatest).squareRoot()
        let end = (greatest - middle) / (greatest + middle)
        sigmas = (0..<count).map { index in
            let position = count == 1 ? 0 : end * Self.root(index, of: count)
            return middle * (1 + position) / (1 - position)
        }
        (self.low, self.high, isExponential) = (Float(low), Float(high), false)
        range = least...greatest
    }

    /// Nodes for σ from 0 to `greatest`.
    init(exponential greatest: Double, low: Double, high: Double) {
        let count = Self.exponentialSigmas.first { greatest <= $0.0 }?.1 ?? 6
        let first = Self.root(0, of: count)
        let end = exponential(-0.5 / (greatest * greatest))
        sigmas = (0..<count).map { index in
            let position = end * (Self.root(index, of: count) - first) / (1 - first)
            return index == 0 ? 0 : (-0.5 / logarithm(position)).squareRoot()
        }
        (self.low, self.high, isExponential) = (Float(low), Float(high), true)
        range = 0...greatest
    }

    /// A root of the Chebyshev polynomial of degree `count`, in ascending order.
    private static func root(_ index: Int, of count: Int) -> Double {
        -cosine((Double(index) + 0.5) * Double.pi / Double(count))
    }

    /// An upper bound of the nodes, also after the set is restricted to some of its pixels; their σ are rounded.
    ///
    /// The greatest node of a restricted set may exceed that of the whole set.
    var greatestSigma: Double { range.upperBound * (1 + 1e-6) }

    /// The σ that determines the resolution.
    var leastSigma: Double { sigmas[0] }

    /// The nodes for the inner loops.
    var kernelNodes: blur_nodes {
        var nodes = blur_nodes()
        nodes.count = sigmas.count
        nodes.is_exponential = isExponential
        let middle = (range.lowerBound * range.upperBound).squareRoot()
        nodes.middle = Float(middle)
        func position(_ sigma: Double) -> Double {
            guard isExponential else { return (sigma - middle) / (sigma + middle) }
            return sigma == 0 ? 0 : exponential(-0.5 / (sigma * sigma))
        }
        let positions = sigmas.map(position)
        let (low, high) = (position(range.lowerBound), position(range.upperBound))
        // samples around the tile may lie beyond its range
        let margin = isExponential ? 0 : Self.margins[sigmas.count] * (high - low)
        (nodes.low, nodes.high) = (Float(low - margin), Float(high + margin))
        unsafe withUnsafeMutableBytes(of: &nodes.positions) { bytes in
            for (index, position) in positions.enumerated() {
                unsafe bytes.storeBytes(of: Float(position), toByteOffset: 4 * index, as: Float.self)
            }
        }
        unsafe withUnsafeMutableBytes(of: &nodes.scales) { bytes in
            for (index, position) in positions.enumerated() {
                let product = positions.indices.reduce(1.0) { $1 == index ? $0 : $0 * (position - positions[$1]) }
                unsafe bytes.storeBytes(of: Float(1 / product), toByteOffset: 4 * index, as: Float.self)
            }
        }
        return nodes
    }
}
