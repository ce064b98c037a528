import Testing

@testable import VarBlur

/// The error of a pixel for the image that maximizes it.
///
/// It is half the sum of the absolute differences between the weights of all source pixels and those of the exact Gaussian. The weights
/// include decimation, the kernels of all nodes, and both interpolations.
@Suite("Error of tiles over all images")
struct TileBoundTests {
    /// Weights of source pixels along one axis, from a first pixel on.
    private struct Line {
        var first: Int
        var weights: [Double]

        func weight(_ pixel: Int) -> Double {
            weights.indices.contains(pixel - first) ? weights[pixel - first] : 0
        }
    }

    private static let axis = AxisLevels(count: 1 << 13)

    /// The weights of source pixels for a result at a level, relative to the first pixel of its sample.
    private static func line(sigma: Double, level: Int) throws -> Line {
        let loops = InstructionSet.portable.innerLoops(.sixteen)
        let domain = AxisDomain(axis: axis, edges: .transparent)
        let arena = Arena()
        var blur = try AxisBlur(domain, levels: level, loops: loops, arena: arena)
        let middle = axis.length(level) / 2
        let window = domain.window(middle..<middle + 1, level: level, greatestSigma: sigma)
        blur.prepare(middle..<middle + 1, window, sigma: sigma, level: level)
        try #require(blur.interior == middle..<middle + 1)
        let (taps, unit) = (blur.weights, Double(loops.unitWeight))
        let reach = taps.count - 1 + taps.firstDistance
        var line = Line(first: -reach, weights: [Double](repeating: 0, count: 2 * reach + 1))
        for tap in 0..<taps.count {
            let distance = max(tap + taps.firstDistance, 0)
            let weight = unsafe Double(taps.base[tap]) / unit / 2
            line.weights[reach + distance] += weight
            line.weights[reach - distance] += weight
        }
        // a sample of a level is the weighted sum of six samples of the next finer one
        for _ in 0..<level {
            var finer = [Double](repeating: 0, count: 2 * line.weights.count + 4)
            for (index, weight) in line.weights.enumerated() {
                for (tap, part) in [1.0, 5, 10, 10, 5, 1].enumerated() { finer[2 * index + tap] += weight * part / 32 }
            }
            line = Line(first: 2 * line.first - 2, weights: finer)
        }
        return withExtendedLifetime(arena) { line }
    }

    /// The field around the pixel: σ there, and its change from pixel to pixel along both axes.
    private struct Point {
        let sigma: Double
        let slope: (x: Double, y: Double)
    }

    /// The weights of the nodes for a σ, as the inner loops compute them.
    private static func nodeWeights(_ sigma: Double, _ set: NodeSet) -> [Double] {
        let middle = (set.range.lowerBound * set.range.upperBound).squareRoot()
        func position(_ sigma: Double) -> Double { (sigma - middle) / (sigma + middle) }
        let (low, high) = (position(set.range.lowerBound), position(set.range.upperBound))
        let margin = NodeSet.margins[set.sigmas.count] * (high - low)
        let point = min(max(position(sigma), low - margin), high + margin)
        let nodes = set.sigmas.map(position)
        return nodes.indices.map { node in
            nodes.indices.reduce(1) {
                $1 == node ? $0 : $0 * (point - nodes[$1]) / (nodes[node] - nodes[$1])
            }
        }
    }

    /// The weights of source pixels relative to the pixel with a phase, for the samples from 3 before its own to 3 after it.
    private static func lines(_ line: Line, phase: Int, level: Int) -> [Line] {
        if level == 0 { return [line] }
        return (-SmoothDoubling.reach...SmoothDoubling.reach).map {
            Line(first: line.first + $0 << level - phase, weights: line.weights)
        }
    }

    /// The error at a pixel with phases among the pixels of its sample, in 8-bit steps.
    private func error(_ set: NodeSet, _ kernels: [Line], level: Int, _ point: Point, phases: (x: Int, y: Int))
        -> Double
    {
        let doubling = SmoothDoubling.weights(level: level)
        func interpolation(_ phase: Int) -> [Double] {
            level == 0 ? [1] : SmoothDoubling.pixelWeights(phase: phase, level: level, first: doubling)
        }
        let (across, along) = (interpolation(phases.y), interpolation(phases.x))
        /// The distance of a sample's center from the pixel's.
        func distance(_ sample: Int, _ phase: Int) -> Double {
            level == 0
                ? 0 : Double((sample - SmoothDoubling.reach) << level) + Double(1 << level - 1) / 2 - Double(phase)
        }
        // for every node, the weights of the samples around the pixel
        let samples = across.indices.map { row in
            along.indices.map { column -> [Double] in
                let sigma =
                    point.sigma + point.slope.x * distance(column, phases.x) + point.slope.y * distance(row, phases.y)
                return Self.nodeWeights(sigma, set).map { $0 * across[row] * along[column] }
            }
        }
        let rows = kernels.map { Self.lines($0, phase: phases.y, level: level) }
        let columns = kernels.map { Self.lines($0, phase: phases.x, level: level) }
        let reach = Int(6 * (set.sigmas.last ?? 0)) + 12 << level
        let gaussian = (-reach...reach).map { exponential(-0.5 * Double($0 * $0) / (point.sigma * point.sigma)) }
        let total = gaussian.reduce(0, +)
        var sum = 0.0
        for y in -reach...reach {
            var weights = gaussian.map { -$0 * gaussian[y + reach] / (total * total) }
            for node in kernels.indices {
                for column in along.indices {
                    let factor = across.indices.reduce(0) {
                        $0 + samples[$1][column][node] * rows[node][$1].weight(y)
                    }
                    if factor == 0 { continue }
                    let line = columns[node][column]
                    for (index, weight) in line.weights.enumerated() {
                        let position = line.first + index + reach
                        if weights.indices.contains(position) { weights[position] += factor * weight }
                    }
                }
            }
            sum += weights.reduce(0) { $0 + abs($1) }
        }
        return 127.5 * sum
    }

    /// The greatest error in a tile with a range of σ and a greatest slope.
    private func worstError(_ sigmas: ClosedRange<Double>, slope: Double) throws -> Double {
        let sampling = try PlaneSampling(imageWidth: 9, imageHeight: 9, horizontalRatio: 1, verticalRatio: 1)
        let chain = ResolutionChain(
            vertical: Self.axis, horizontal: Self.axis, scales: FieldScales(sampling), greatest: 100)
        let bounds = RadiusBounds(least: sigmas.lowerBound, greatest: sigmas.upperBound, greatestSlope: slope)
        let tile = FieldTile(columns: 0..<64, rows: 0..<64, bounds, chain, unblurred: 0.19)
        let set = try #require(tile.sets.first)
        try #require(tile.sets.count == 1 && !set.isExponential)
        let level = chain.steps[tile.steps[0]].verticalLevel
        let kernels = try set.sigmas.map { try Self.line(sigma: $0, level: level) }
        let ratio = sigmas.upperBound / sigmas.lowerBound
        // where nodes are not combined early, the weights are those of the pixel itself
        let slopes = tile.isSmooth && slope > 0 ? [(slope, slope), (-slope, -slope)] : [(0, 0)]
        let middle = (1 << level) / 2
        var worst = 0.0
        for step in [0, 0.05, 1] {
            let sigma = sigmas.lowerBound * exponential(step * logarithm(ratio))
            for slope in slopes {
                for phase in Set([0, max(middle - 1, 0)]) {
                    let point = Point(sigma: sigma, slope: slope)
                    worst = max(worst, error(set, kernels, level: level, point, phases: (phase, phase)))
                }
            }
        }
        return worst
    }

    private static let ratios = [1, 1.05, 1.055, 1.23, 1.24, 1.5, 1.6, 1.9, 2]

    @Test("is at most 0.4 with all filters, for tiles of every ratio", arguments: ratios)
    func bound(ratio: Double) throws {
        for least in [0.8, 1.4, 2.86, 2.95, 2.99, 3, 3.15, 3.6, 5.73, 5.9, 6, 6.3, 7.2] {
            // the greatest slope at which nodes are combined early depends on the least of them
            for slope in [0, 0.0099, 0.0149, 0.0199, 0.0299] {
                let error = try worstError(least...least * ratio, slope: slope)
                #expect(error <= 0.4, "σ from \(least), slope \(slope)")
            }
        }
    }

    @Test("the error of tiles is at most 0.4 at a coarse level", arguments: [1, 1.24, 2])
    func coarse(ratio: Double) throws {
        #expect(try worstError(12...12 * ratio, slope: 0) <= 0.4)
        #expect(try worstError(12...12 * ratio, slope: 0.0099) <= 0.4)
    }
}
