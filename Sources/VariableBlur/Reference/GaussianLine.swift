/// The weights with which the samples of a line enter the blurred value at each of its positions.
///
/// The kernel is the sampled Gaussian `g(d) = exp(-d² / 2σ²)`, divided by its sum over all integers and cut: by default at
/// 6 σ, beyond which 2 parts in 10⁹ of its weight lie; whoever cuts nearer brings the sum back to 1. What the kernel
/// reads outside the line is folded into the weights of the samples inside, as the edge rule says, so that no sample
/// outside is ever made up.
struct GaussianLine {
    /// The number of samples in the line.
    let count: Int
    /// The distance at which the kernel is cut; never more than the line has samples.
    let reach: Int

    private let edges: EdgeMode
    /// `g(d) / sum` for d = 0, 1, …; periodic with the line if the edges wrap or mirror.
    private let taps: [Double]
    /// The weight of all that lies further out than d, on one side.
    private let tails: [Double]

    /// The weights of a line of `count` samples, for a kernel that is cut at a distance: 6 σ if not said.
    ///
    /// - Complexity: O(min(σ, `count`)).
    init(sigma: Double, count: Int, edges: EdgeMode, reach: Double? = nil) {
        self.count = count
        self.edges = edges
        // Repeated with a period, a Gaussian this wide is flat to 5 parts in 10⁹: a wider one changes nothing.
        let widest = edges.period(count).map(Double.init) ?? 1e100
        let sigma = min(sigma, widest)
        let cut = min(reach ?? 6 * sigma, 6 * sigma).rounded(.up)
        self.reach = Int(min(cut, Double(count)))
        let scale = 1 / Self.sum(sigma)
        func g(_ distance: Int) -> Double {
            let ratio = Double(distance) / sigma
            return exponential(-0.5 * ratio * ratio) * scale
        }
        if let period = edges.period(count) {
            taps = Self.periodic(period, reach: Int(cut), g)
            tails = []
        } else {
            taps = (0...self.reach).map(g)
            tails = Self.tails(of: taps)
        }
    }

    /// The kernel repeated with a period.
    private static func periodic(_ period: Int, reach: Int, _ g: (Int) -> Double) -> [Double] {
        var taps = [Double](repeating: 0, count: period)
        for distance in -reach...reach {
            let place = distance % period
            taps[place < 0 ? place + period : place] += g(abs(distance))
        }
        return taps
    }

    /// What is left of one half of a kernel, whose whole is 1, beyond each of its taps.
    private static func tails(of taps: [Double]) -> [Double] {
        var tail = (1 + taps[0]) / 2
        return taps.map { tap in
            tail = max(tail - tap, 0)
            return tail
        }
    }

    /// The positions whose whole kernel lies inside the line; there the weight at distance d is `centeredTap(d)`.
    var interior: Range<Int> { reach < count - reach ? reach..<count - reach : 0..<0 }

    /// The weight of the two samples at a distance of up to `reach` from a position of the interior.
    func centeredTap(_ distance: Int) -> Double { taps[distance] }

    /// Writes the weights at a position, and returns the sample that the first of them belongs to.
    ///
    /// - Complexity: O(min(σ, `count`)).
    func weights(at position: Int, into weights: inout [Double]) -> Int {
        let isWrapped = edges == .wrap && !interior.contains(position)
        let first = isWrapped ? 0 : max(position - reach, 0)
        let last = isWrapped ? count - 1 : min(position + reach, count - 1)
        weights.removeAll(keepingCapacity: true)
        weights.append(contentsOf: (first...last).lazy.map { taps[abs($0 - position)] })
        switch edges {
        case .wrap, .transparent: break
        case .normalize:
            let inside = weights.reduce(0, +)
            for index in weights.indices { weights[index] /= inside }
        case .clamp:
            if first == 0 { weights[0] += tails[min(position, reach)] }
            if last == count - 1 { weights[last - first] += tails[min(last - position, reach)] }
        case .mirror:
            for sample in first...last { weights[sample - first] += taps[sample + position + 1] }
        }
        return first
    }

    /// The sum of `exp(-d² / 2σ²)` over all integers d.
    ///
    /// From σ = 2 on it is σ √(2π) but for 1 part in 10³³ (Poisson's summation formula).
    private static func sum(_ sigma: Double) -> Double {
        guard sigma < 2 else { return sigma * (2 * Double.pi).squareRoot() }
        return 1 + 2 * (1...20).reduce(0) { $0 + exponential(-0.5 * Double($1 * $1) / (sigma * sigma)) }
    }
}

extension EdgeMode {
    /// The distance after which a line of `count` samples repeats itself beyond its ends, if it does.
    func period(_ count: Int) -> Int? {
        switch self {
        case .wrap: count
        case .mirror: 2 * count
        case .normalize, .clamp, .transparent: nil
        }
    }
}
