internal import CBlurKernels

/// Filters rows at full width: with one kernel where it fits, and weights of their own for the pixels near the ends.
@safe
final class FineRowFilter {
    private let kernels: blur_kernels
    private let axis: AxisLevels
    private let edges: EdgeMode
    private let format: PixelFormat
    private let channels: Int
    private let filtered: SampleStore

    private struct BorderPixel {
        let index: Int
        /// The first pixel that it is a weighted sum of, and where the weights are.
        let first: Int
        let weights: Range<Int>
    }

    private var preparedSigma = -1.0
    private var interior = 0..<0
    private var distances: [Int] = []
    private var weights: [Int16] = []
    private var borderPixels: [BorderPixel] = []
    private var borderWeights: [Int16] = []
    private var before: [UnsafePointer<Int16>?] = unsafe []
    private var behind: [UnsafePointer<Int16>?] = unsafe []

    init(_ axis: AxisLevels, edges: EdgeMode, format: PixelFormat, kernels: blur_kernels) throws(BlurError) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
        self.format = format
        channels = format.channels.count
        filtered = try SampleStore(rows: 1, samplesPerRow: axis.count * format.channels.count + Int(BLUR_SLACK))
    }

    func filter(_ row: UnsafePointer<Int16>, sigma: Double, into codes: UnsafeMutablePointer<UInt8>) {
        prepare(sigma)
        let result = unsafe filtered.row(0)
        if !interior.isEmpty { unsafe filterInterior(row, into: result) }
        unsafe borderWeights.withUnsafeBufferPointer { weights in
            guard let first = weights.baseAddress else { return }
            for pixel in borderPixels {
                let (from, to) = unsafe (row + pixel.first * channels, result + pixel.index * channels)
                for channel in 0..<channels {
                    unsafe to[channel] = kernels.sum_samples(
                        from + channel, channels, first + pixel.weights.lowerBound, pixel.weights.count)
                }
            }
        }
        unsafe kernels.store(codes, result, 1, channels, channels, format.alphaKind, axis.count, 0)
    }

    private func filterInterior(_ row: UnsafePointer<Int16>, into result: UnsafeMutablePointer<Int16>) {
        let first = unsafe row + interior.lowerBound * channels
        unsafe before.removeAll(keepingCapacity: true)
        unsafe behind.removeAll(keepingCapacity: true)
        for distance in distances {
            unsafe before.append(first - distance * channels)
            unsafe behind.append(first + distance * channels)
        }
        unsafe kernels.sum_pairs(
            result + interior.lowerBound * channels, before, behind, weights, weights.count, interior.count * channels)
    }

    /// Finds the weights for a σ, unless the row before had the same.
    private func prepare(_ sigma: Double) {
        guard sigma != preparedSigma else { return }
        preparedSigma = sigma
        let cut = sigma < 3 ? VerticalFilter.fineCut : 6
        let line = GaussianLine(sigma: sigma, count: axis.count, edges: edges, cut: cut)
        interior = line.interior
        if !interior.isEmpty { prepareInterior(line) }
        borderPixels.removeAll(keepingCapacity: true)
        borderWeights.removeAll(keepingCapacity: true)
        var exact: [Double] = []
        for index in 0..<axis.count where !interior.contains(index) {
            let first = line.weights(at: index, into: &exact)
            if edges != .transparent {
                let sum = exact.reduce(0, +)
                for place in exact.indices { exact[place] /= sum }
            }
            let start = borderWeights.count
            borderWeights.append(contentsOf: FixedPoint.weights(exact))
            borderPixels.append(BorderPixel(index: index, first: first, weights: start..<borderWeights.count))
        }
    }

    private func prepareInterior(_ line: GaussianLine) {
        var exact = (0...line.reach).map { $0 == 0 ? line.centredTap(0) : 2 * line.centredTap($0) }
        let sum = exact.reduce(0, +)
        for index in exact.indices { exact[index] /= sum }
        // two halves of the middle, as all of it may be too large for a weight
        exact.insert(exact[0] / 2, at: 0)
        exact[1] = exact[0]
        weights = FixedPoint.weights(exact)
        distances = [0] + (0...line.reach)
    }
}
