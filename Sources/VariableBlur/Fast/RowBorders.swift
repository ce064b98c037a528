internal import CBlurKernels

/// What the edge rules do to the ends of a row that was filtered with nothing around it.
struct RowBorders {
    private let kernels: blur_kernels
    private let axis: AxisLevels
    private let edges: EdgeMode

    init(_ axis: AxisLevels, edges: EdgeMode, kernels: blur_kernels) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
    }

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

    /// Prepares the rule for a filter.
    func correction(for kernel: HorizontalTaps.Kernel, _ ones: ReducedOnes, level: Int) -> Correction {
        var correction = Correction()
        guard edges == .normalize || edges == .clamp else { return correction }
        let length = axis.length(level)
        let shares = EdgeShares(kernel, ones, length: length)
        let isOverlapping = 2 * shares.reach >= length
        let ends = isOverlapping ? [0..<length] : [0..<shares.reach, length - shares.reach..<length]
        for (number, end) in ends.enumerated() {
            let (hasBefore, hasBehind) = (isOverlapping || number == 0, isOverlapping || number == 1)
            let pixels = (end.lowerBound << level..<end.upperBound << level).clamped(to: 0..<axis.count)
            let before = hasBefore ? fine(end, level, pixels.count, shares.before) : []
            let behind = hasBehind ? fine(end, level, pixels.count, shares.behind) : []
            if edges == .normalize {
                let inside = Self.inside(before, behind)
                if isOverlapping { correction.gain = 1 / Double(inside.max() ?? 1) }
                let scale = 16384 / Float(correction.gain)
                correction.parts.append(.init(pixels: pixels, before: inside.map { UInt16(scale / $0 + 0.5) }))
            } else {
                let none = [UInt16](repeating: 0, count: pixels.count)
                correction.parts.append(
                    .init(
                        pixels: pixels, before: hasBefore ? before.map { UInt16($0 * 32768 + 0.5) } : none,
                        behind: hasBehind ? behind.map { UInt16($0 * 32768 + 0.5) } : none))
            }
        }
        return correction
    }

    private static func inside(_ before: [Float], _ behind: [Float]) -> [Float] {
        if behind.isEmpty { return before.map { 1 - $0 } }
        if before.isEmpty { return behind.map { 1 - $0 } }
        return zip(before, behind).map { 1 - $0 - $1 }
    }

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
