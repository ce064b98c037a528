internal import CBlurKernels

/// What the edge rules do to the ends of a row that was filtered with nothing around it.
struct RowBorders {
    private let kernels: blur_kernels
    private let axis: AxisLevels
    private let edges: EdgeMode

    /// What the rule needs to know of a filter.
    struct Correction {
        /// What the filter's taps are multiplied by before they are rounded: more than 1 if no pixel has all of it inside.
        var gain = 1.0
        fileprivate var parts: [Part] = []

        fileprivate struct Part {
            let pixels: Range<Int>
            /// Factors (`normalize`), or the weights of the image's first and last pixel (`clamp`).
            var before: [UInt16]
            var behind: [UInt16] = []
        }
    }

    /// The samples near both ends of every level that lack something, from beyond the end inwards.
    private let missing: [(start: [Double], end: [Double])]

    init(_ axis: AxisLevels, edges: EdgeMode, levels: Int, kernels: blur_kernels) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
        missing = (0...levels).map { level in
            let ones = ReducedOnes(axis, level)
            return (ones.missingNearStart, ones.missingNearEnd(axis.length(level)))
        }
    }

    /// Prepares the rule for a filter.
    func correction(for kernel: HorizontalTaps.Kernel, level: Int) -> Correction {
        var correction = Correction()
        guard edges == .normalize || edges == .clamp else { return correction }
        let length = axis.length(level)
        // coarse samples from an end on of which some of the filter may lie beyond it
        let reach = kernel.taps.count + ReducedOnes.spread + 3
        let isOverlapping = 2 * reach >= length
        let start = EdgeShares(kernel, missing: missing[level].start)
        let end = EdgeShares(kernel, missing: missing[level].end)
        let parts = isOverlapping ? [0..<length] : [0..<reach, length - reach..<length]
        for (number, part) in parts.enumerated() {
            let pixels = (part.lowerBound << level..<part.upperBound << level).clamped(to: 0..<axis.count)
            let before = isOverlapping || number == 0 ? fine(part, level, pixels.count, start.share) : nil
            let behind =
                isOverlapping || number == 1 ? fine(part, level, pixels.count) { end.share(length - 1 - $0) } : nil
            if edges == .normalize {
                var outside = before ?? behind ?? []
                if let before, let behind { outside = zip(before, behind).map { $0 + $1 } }
                if isOverlapping { correction.gain = 1 / (1 - Double(outside.min() ?? 0)) }
                correction.parts.append(.init(pixels: pixels, before: factors(outside, correction.gain)))
            } else {
                let none = [UInt16](repeating: 0, count: pixels.count)
                correction.parts.append(
                    .init(pixels: pixels, before: before.map(weights) ?? none, behind: behind.map(weights) ?? none))
            }
        }
        return correction
    }

    /// What samples are multiplied by to make up for the share that lies outside, as fractions of 16384.
    private func factors(_ outside: [Float], _ gain: Double) -> [UInt16] {
        unsafe [UInt16](unsafeUninitializedCapacity: outside.count) { buffer, initialized in
            unsafe kernels.divide(buffer.baseAddress, outside, Float(16384 / gain), outside.count)
            initialized = outside.count
        }
    }

    private func weights(_ shares: [Float]) -> [UInt16] { shares.map { UInt16($0 * 32768 + 0.5) } }

    /// The shares at the pixels of an end, interpolated as the samples are.
    private func fine(_ end: Range<Int>, _ level: Int, _ pixelCount: Int, _ share: (Int) -> Float) -> [Float] {
        // each doubling costs a sample on each side
        var values = (end.lowerBound - 2..<end.upperBound + 2).map(share)
        for stage in 0..<level {
            let count = values.count - 2
            let finer = unsafe [Float](unsafeUninitializedCapacity: 2 * count) { buffer, initialized in
                unsafe values.withUnsafeBufferPointer { values in
                    guard let from = values.baseAddress, let to = buffer.baseAddress else { return }
                    unsafe kernels.double_shares(to, from + 1, count, stage == 0)
                }
                initialized = 2 * count
            }
            values = finer
        }
        let spare = Self.spareAfterDoubling(level)
        return Array(values[spare..<spare + pixelCount])
    }

    /// How many of the values in front belong to no pixel of the end: of two to begin with, one is lost before each
    /// doubling.
    private static func spareAfterDoubling(_ level: Int) -> Int {
        (0..<level).reduce(2) { spare, _ in 2 * (spare - 1) }
    }

    /// Applies the rule to a channel's samples, which go on for `reach` on both sides.
    func finish(
        _ plane: UnsafeMutablePointer<Int16>, _ correction: Correction, first: Int16, last: Int16, reach: Int
    ) {
        for part in correction.parts {
            let samples = unsafe plane + part.pixels.lowerBound
            if edges == .normalize {
                unsafe kernels.scale(samples, part.before, part.pixels.count)
            } else {
                unsafe kernels.add_edges(samples, part.before, part.behind, first, last, part.pixels.count)
            }
        }
        if reach > 0 { unsafe kernels.fold(plane, axis.count, reach, edges == .mirror) }
    }
}
