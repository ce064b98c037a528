/// The weights with which a line's samples contribute to the blurred value at each position.
///
/// The kernel is the sampled Gaussian `g(d) = exp(-d² / 2σ²)`, divided by its sum over all integers. It is truncated at 6 σ
/// by default, which leaves out 2 parts in 10⁹ of its weight; callers that truncate earlier renormalize the weights.
/// The edge mode folds weights that fall outside the line onto samples inside it, so no outside sample is ever needed.
struct GaussianLine {
    /// The number of samples in the line.
    let count: Int
    /// The distance at which the kernel is truncated, in samples; at most `count`.
    let cutoff: Int

    private let edges: EdgeMode
    /// `g(d) / sum` for d = 0, 1, …; periodic if the edges wrap or mirror.
    private let taps: [Double]
    /// The weight beyond distance d, on one side.
    private let tails: [Double]

    /// Prepares the weights of a line of `count` samples for a kernel truncated at `cutoff` samples, at most and by default 6 σ.
    ///
    /// - Complexity: O(min(σ, `count`)).
    init(sigma: Double, count: Int, edges: EdgeMode, cutoff: Double? = nil) {
        self.count = count
        self.edges = edges
        // a periodic Gaussian this wide is constant to 5 parts in 10⁹: a wider one changes nothing
        let widest = edges.period(count).map(Double.init) ?? 1e100
        let sigma = min(sigma, widest)
        let truncation = min(cutoff ?? 6 * sigma, 6 * sigma).rounded(.up)
        self.cutoff = Int(min(truncation, Double(count)))
        let scale = 1 / Self.sum(sigma)
        func g(_ distance: Int) -> Double {
            let ratio = Double(distance) / sigma
            return exponential(-0.5 * ratio * ratio) * scale
        }
        if let period = edges.period(count) {
            taps = Self.periodic(period, cutoff: Int(truncation), g)
            tails = []
        } else {
            taps = (0...self.cutoff).map(g)
            tails = Self.tails(of: taps)
        }
    }

    /// The sums of all taps whose distances differ by multiples of the period.
    private static func periodic(_ period: Int, cutoff: Int, _ g: (Int) -> Double) -> [Double] {
        var taps = [Double](repeating: 0, count: period)
        for distance in -cutoff...cutoff {
            let index = distance % period
            taps[index < 0 ? index + period : index] += g(abs(distance))
        }
        return taps
    }

    /// The weight beyond each tap on one side of a kernel whose total weight is 1.
    private static func tails(of taps: [Double]) -> [Double] {
        var tail = (1 + taps[0]) / 2
        return taps.map { tap in
            tail = max(tail - tap, 0)
            return tail
        }
    }

    /// The positions whose kernel lies inside the line; the weight at distance d is `centeredTap(d)` there.
    var interior: Range<Int> { cutoff < count - cutoff ? cutoff..<count - cutoff : 0..<0 }

    /// The weight of each sample at a distance of up to `cutoff` from a position of the interior.
    func centeredTap(_ distance: Int) -> Double { taps[distance] }

    /// Writes the weights at a position and returns the index of the first weighted sample.
    ///
    /// - Complexity: O(min(σ, `count`)).
    func weights(at position: Int, into weights: inout [Double]) -> Int {
        let isWrapped = edges == .wrap && !interior.contains(position)
        let first = isWrapped ? 0 : max(position - cutoff, 0)
        let last = isWrapped ? count - 1 : min(position + cutoff, count - 1)
        weights.removeAll(keepingCapacity: true)
        weights.append(contentsOf: (first...last).lazy.map { taps[abs($0 - position)] })
        switch edges {
        case .wrap, .transparent: break
        case .normalize:
            let inside = weights.reduce(0, +)
            for index in weights.indices { weights[index] /= inside }
        case .clamp:
            if first == 0 { weights[0] += tails[min(position, cutoff)] }
            if last == count - 1 { weights[last - first] += tails[min(last - position, cutoff)] }
        case .mirror:
            for sample in first...last { weights[sample - first] += taps[sample + position + 1] }
        }
        return first
    }

    /// The sum of `exp(-d² / 2σ²)` over all integers d.
    ///
    /// From σ = 2 it equals σ √(2π) within 1 part in 10³³ (Poisson summation formula).
    private static func sum(_ sigma: Double) -> Double {
        guard sigma < 2 else { return sigma * (2 * Double.pi).squareRoot() }
        return 1 + 2 * (1...20).reduce(0) { $0 + exponential(-0.5 * Double($1 * $1) / (sigma * sigma)) }
    }
}
