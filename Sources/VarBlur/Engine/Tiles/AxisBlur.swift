internal import CBlurKernels

/// A uniform blur along one axis of a level: the weights of a window's samples for each result.
///
/// Results whose kernels the edges do not affect share one symmetric kernel. All others have weights of their own, which implement
/// the edge mode, so that results near the edges need no further correction.
@safe
struct AxisBlur {
    let domain: AxisDomain
    private let design: HorizontalKernelDesign
    private let responses: [NormalizationResponse]
    private let unitWeight: Int
    /// The kernel of the current σ.
    private var kernel: HorizontalKernel
    private(set) var weights: HorizontalWeights
    private var edges: EdgeMode { domain.edges }
    private var axis: AxisLevels { domain.axis }
    /// The results that use the symmetric kernel.
    private(set) var interior = 0..<0
    /// All others, in order.
    private(set) var edgeResults: [EdgeResult] = []
    private var exact: [Double] = []

    /// A symmetric kernel reads up to this number of samples before and after a window's samples.
    static let greatestInteriorReach = 64

    init(_ domain: AxisDomain, levels: Int, loops: InnerLoops, arena: Arena) throws(BlurError) {
        self.domain = domain
        design = try HorizontalKernelDesign(
            levels: levels, interpolation: .smooth, domain.axis.truncation, loops: loops, arena: arena)
        responses = (0...levels).map { NormalizationResponse(domain.axis, $0) }
        unitWeight = loops.unitWeight
        kernel = try HorizontalKernel(
            capacity: AxisDomain.tapCapacity, greatestDistance: 2 * AxisDomain.tapCapacity, arena: arena)
        weights = try HorizontalWeights(capacity: AxisDomain.tapCapacity, loops: loops, arena: arena)
    }

    /// The same blur with weights that the original does not overwrite; all other memory is common, and used by one at a time.
    func withOwnWeights(loops: InnerLoops, arena: Arena) throws(BlurError) -> AxisBlur {
        var copy = self
        copy.weights = try HorizontalWeights(capacity: AxisDomain.tapCapacity, loops: loops, arena: arena)
        return copy
    }

    /// Computes the weights of some results for a σ in pixels; only those in `limit` may use the symmetric kernel.
    mutating func prepare(
        _ results: Range<Int>, _ window: AxisWindow, sigma: Double, level: Int, interiorIn limit: Range<Int>? = nil
    ) {
        computeKernel(sigma, level)
        weights.set(kernel, gain: 1)
        let isUnchanged = edges == .normalize || edges.isPeriodic
        let safe = (isUnchanged && level > 0 ? responses[level].interior : domain.storedSamples(level))
            .clamped(to: window.range(containing: results.lowerBound))
        let first = max(safe.lowerBound + kernel.count - 1, results.lowerBound)
        let end = min(safe.upperBound - kernel.count + 1, results.upperBound)
        interior =
            end > first && kernel.count <= Self.greatestInteriorReach
            ? (first..<end).clamped(to: limit ?? results) : results.lowerBound..<results.lowerBound
        edgeResults.removeAll(keepingCapacity: true)
        if interior.count == results.count { return }
        let images = domain.images(level, reach: kernel.count + 1)
        let tables = images.map { edges.isPeriodic ? table($0, sigma, level) : [] }
        for result in results where !interior.contains(result) {
            appendEdgeResult(result, window, level, images, tables)
        }
    }

    private mutating func computeKernel(_ sigma: Double, _ level: Int) {
        let sigma = min(sigma, axis.widestSigma(edges))
        if sigma == 0 {
            unsafe kernel.taps[0] = 1
            return kernel.finish(count: 1, scale: 1, tail: 0)
        }
        let limit = edges.isPeriodic ? AxisDomain.tapCapacity - 1 : axis.length(level) + 16
        if level > 0 { return design.compute(&kernel, sigma: sigma, level: level, limit: limit) }
        design.computeGaussian(&kernel, sigma, cutoff: min(domain.cutoff(sigma, 0), 1e9), limit: limit)
    }
}

extension AxisBlur {
    /// The kernel at all distances from a sample of a copy, which may lie between two samples: from -count on.
    private func table(_ image: AxisDomain.Image, _ sigma: Double, _ level: Int) -> [Double] {
        let fraction = image.offset - image.offset.rounded(.down)
        let count = kernel.count
        if fraction == 0 { return (-count...count).map { unsafe abs($0) < count ? kernel.taps[abs($0)] : 0 } }
        let sigma = min(sigma, axis.widestSigma(edges))
        let scale = unsafe kernel.taps[0] / design.value(at: 0, sigma: sigma, level: level)
        return (-count...count).map { design.value(at: Double($0) - fraction, sigma: sigma, level: level) * scale }
    }

    private mutating func appendEdgeResult(
        _ result: Int, _ window: AxisWindow, _ level: Int, _ images: [AxisDomain.Image], _ tables: [[Double]]
    ) {
        exact.removeAll(keepingCapacity: true)
        exact.append(contentsOf: repeatElement(0, count: window.count))
        let stored = domain.storedSamples(level)
        let count = kernel.count
        for (image, table) in zip(images, tables) {
            let offset = Int(image.offset.rounded(.down))
            for source in image.sources(of: result - count..<result + count + 1).clamped(to: stored) {
                // the distance from the copy of the sample, without its fraction
                let distance = result - (image.sign * source + offset)
                guard abs(distance) <= count else { continue }
                let weight =
                    unsafe table.isEmpty
                    ? (abs(distance) < count ? kernel.taps[abs(distance)] : 0) : table[distance + count]
                if weight != 0 { exact[window.position(of: source)] += weight }
            }
        }
        if edges == .clamp { addOutside(result, window, stored) }
        append(result, scale: edges == .transparent ? 1 : 1 / weightInside(window, level))
    }

    /// Adds the weight beyond the stored samples to the first and the last of them, which all samples beyond equal.
    private mutating func addOutside(_ result: Int, _ window: AxisWindow, _ stored: Range<Int>) {
        let (before, after) = (result - stored.lowerBound + 1, stored.upperBound - result)
        for (distance, sample) in [(before, stored.lowerBound), (after, stored.upperBound - 1)]
        where distance <= kernel.count {
            let weight = unsafe kernel.extendCumulativeWeights(from: distance, upTo: distance)[0]
            if weight > 0 { exact[window.position(of: sample)] += weight }
        }
    }

    /// The sum of the weights that lie inside the image.
    private func weightInside(_ window: AxisWindow, _ level: Int) -> Double {
        let isPadded = edges != .clamp && level > 0
        var (sum, position) = (0.0, 0)
        for range in window.ranges {
            for sample in range {
                let response = responses[level]
                let inside = isPadded ? 1 - response.deficitBefore(sample) - response.deficitAfter(sample) : 1
                sum += exact[position] * inside
                position += 1
            }
        }
        return sum
    }

    /// Rounds the weights.
    private mutating func append(_ result: Int, scale: Double) {
        guard let first = exact.firstIndex(where: { $0 != 0 }), let last = exact.lastIndex(where: { $0 != 0 }) else {
            return edgeResults.append(EdgeResult(index: result, first: 0, weights: [0]))
        }
        let weights = CarriedRounding.weights(exact[first...last], scale: scale * Double(unitWeight))
        edgeResults.append(EdgeResult(index: result, first: first, weights: weights))
    }
}
