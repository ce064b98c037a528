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
        fileprivate var parts: [(pixels: Range<Int>, before: [UInt16], behind: [UInt16])] = []
    }

    /// Prepares the rule for a filter.
    func correction(for kernel: HorizontalTaps.Kernel, _ ones: ReducedOnes, level: Int) -> Correction {
        var correction = Correction()
        guard edges == .normalize || edges == .clamp else { return correction }
        let shares = EdgeShares(kernel, axis, ones, level: level)
        if edges == .normalize && shares.before.pixels.count == axis.count {
            correction.gain = 1 / (shares.before.outside.lazy.map { 1 - $0.x - $0.y }.max() ?? 1)
        }
        for part in [shares.before, shares.behind] where !part.pixels.isEmpty {
            var (before, behind): ([UInt16], [UInt16]) = ([], [])
            before.reserveCapacity(part.pixels.count)
            for outside in part.outside {
                if edges == .normalize {
                    before.append(UInt16(16384 / (correction.gain * (1 - outside.x - outside.y)) + 0.5))
                } else {
                    before.append(UInt16(outside.x * FixedPoint.one + 0.5))
                    behind.append(UInt16(outside.y * FixedPoint.one + 0.5))
                }
            }
            correction.parts.append((part.pixels, before, behind))
        }
        return correction
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
