internal import CBlurKernels

/// What the edge rules do to the ends of a row that was filtered with nothing around it.
@safe
struct RowBorders {
    private let kernels: Kernels
    private let axis: AxisLevels
    private let edges: EdgeMode
    /// The ends of every level.
    private let sides: UnsafeMutablePointer<Sides>

    /// What the filter's taps are multiplied by before they are rounded: more than 1 if no pixel has all of it inside.
    private(set) var gain = 1.0
    /// The pixels that something is done to: both ends, or all.
    private(set) var parts: [Range<Int>] = []
    /// For each part's pixels what they are enlarged by (`normalize`), or the weights of the image's first pixel, and then
    /// of its last (`clamp`).
    private let numbers: RowStore
    private let shares: PixelShares

    /// The shares of both ends of a level.
    private struct Sides {
        let start: EdgeShares
        let end: EdgeShares
        let areAlike: Bool
    }

    init(_ axis: AxisLevels, edges: EdgeMode, levels: Int, kernels: Kernels, arena: Arena) throws(BlurError) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
        unsafe sides = try arena.allocate(levels + 1, of: Sides.self)
        for level in 0...levels {
            let ones = ReducedOnes(axis, level)
            let start = try EdgeShares(missing: ones.missingNearStart, arena: arena)
            let end = try EdgeShares(missing: ones.missingNearEnd, arena: arena)
            let areAlike = axis.count == axis.length(level) << level && start.isLike(end)
            unsafe sides[level] = Sides(start: start, end: end, areAlike: areAlike)
        }
        numbers = try RowStore(4, samplesPerRow: axis.count, for: kernels, arena: arena)
        shares = try PixelShares(axis, kernels: kernels, arena: arena)
    }

    /// Prepares the rule for a filter.
    mutating func prepare(_ kernel: RowKernel, level: Int) {
        gain = 1
        parts.removeAll(keepingCapacity: true)
        guard edges == .normalize || edges == .clamp else { return }
        let length = axis.length(level)
        // coarse samples from an end on of which some of the filter may lie beyond it
        let reach = kernel.count + ReducedOnes.spread + 3
        let sides = unsafe sides[level]
        if 2 * reach >= length {
            parts.append(0..<axis.count)
            return edges == .normalize ? enlargeAll(kernel, sides, level) : weighAll(kernel, sides, level)
        }
        let near = shares.find(kernel, sides.start, reach)
        parts.append(0..<near << level)
        note(near, level, isReversed: false)
        if sides.areAlike {
            parts.append((length - near) << level..<axis.count)
            return mirrorStart()
        }
        let far = shares.find(kernel, sides.end, reach)
        parts.append((length - far) << level..<axis.count)
        note(far, level, isReversed: true)
    }

    /// Whether most of the row is left as it is.
    var areApart: Bool { parts.count != 1 && edges.period(axis.count) == nil }

    private func numbers(part: Int, side: Int) -> Samples { unsafe numbers.row(2 * part + side) }

    /// Writes the numbers of the pixels of some coarse samples at an end, whose other side is far.
    private func note(_ samples: Int, _ level: Int, isReversed: Bool) {
        let part = isReversed ? 1 : 0
        if edges == .normalize {
            return unsafe shares.divide(samples, level, isReversed: isReversed, into: numbers(part: part, side: 0))
        }
        unsafe numbers(part: part, side: 1 - part).clear(parts[part].count)
        unsafe noteWeights(
            shares.interpolated(samples, isReversed: isReversed, stages: level), part: part, side: part)
    }

    /// Writes the numbers of the row's end, which are those of its start in reverse.
    private func mirrorStart() {
        let count = parts[0].count
        let start = unsafe numbers(part: 0, side: 0)
        let end = unsafe numbers(part: 1, side: edges == .normalize ? 0 : 1)
        unsafe kernels.table.pointee.reverse(end.start, start.start, count)
        if edges == .clamp { unsafe numbers(part: 1, side: 0).clear(count) }
    }

    private func noteWeights(_ outside: UnsafeMutablePointer<Float>, part: Int, side: Int) {
        unsafe kernels.table.pointee.note_shares(numbers(part: part, side: side).start, outside, parts[part].count)
    }

    /// Writes what all pixels of a row are enlarged by, where none has all of the filter inside.
    private mutating func enlargeAll(_ kernel: RowKernel, _ sides: Sides, _ level: Int) {
        let length = axis.length(level)
        shares.findInside(kernel, sides.start, sides.end, length)
        let inside = unsafe shares.interpolated(length, isReversed: false, stages: level)
        var greatest: Float = 0
        for pixel in 0..<axis.count { unsafe greatest = max(greatest, inside[pixel]) }
        // between the pixels the filter may have a little more of it inside: sums have to have room for that
        gain = 255.0 / 256 / Double(greatest)
        unsafe kernels.table.pointee.divide(numbers(part: 0, side: 0).start, inside, Float(1 / gain), axis.count)
    }

    /// Writes both weights of all pixels of a row, where none has all of the filter inside.
    private func weighAll(_ kernel: RowKernel, _ sides: Sides, _ level: Int) {
        let length = axis.length(level)
        shares.find(kernel, sides.start, length)
        unsafe noteWeights(
            shares.interpolated(length, isReversed: false, stages: level), part: 0, side: 0)
        shares.find(kernel, sides.end, length)
        unsafe noteWeights(
            shares.interpolated(length, isReversed: true, stages: level), part: 0, side: 1)
    }

    /// Applies the rule to the samples of one channel, or of several that are interleaved.
    ///
    /// `samples` is the image's first pixel; the row goes on for `reach` pixels on both sides. `first` and `last` are the
    /// row's first and last pixel, filtered across rows only.
    func finish(
        _ samples: Samples, channels: Int, first: Samples, last: Samples, reach: Int
    ) {
        for (number, pixels) in parts.enumerated() {
            let start = unsafe samples + pixels.lowerBound * channels
            let factors = unsafe numbers(part: number, side: 0)
            if edges == .normalize {
                unsafe kernels.table.pointee.enlarge(start.start, factors.start, channels, pixels.count)
            } else {
                unsafe kernels.table.pointee.add_edges(
                    start.start, factors.start, numbers(part: number, side: 1).start, first.start, last.start, channels,
                    pixels.count)
            }
        }
        if reach > 0 { unsafe kernels.table.pointee.fold(samples.start, channels, axis.count, reach, edges == .mirror) }
    }
}
