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
    private let numbers: UnsafeMutablePointer<Int16>
    /// Shares on their way to full width: what is there, and what is made of it.
    private let shares: UnsafeMutablePointer<Float>
    private let shareCapacity: Int
    /// Those of the coarse samples, counted from the end inwards.
    private let coarseShares: UnsafeMutablePointer<Double>

    /// The shares of both ends of a level.
    private struct Sides {
        let start: EdgeShares
        let end: EdgeShares
        let areAlike: Bool
    }

    /// Samples on each side of those that are interpolated that count too.
    private static let context = 2
    /// A share of which less is nothing when it becomes a fraction of 32768.
    private static let leastShare = 1.2e-5

    init(_ axis: AxisLevels, edges: EdgeMode, levels: Int, kernels: Kernels, arena: Arena) throws(BlurError) {
        self.kernels = kernels
        self.axis = axis
        self.edges = edges
        unsafe sides = try arena.take(levels + 1, of: Sides.self)
        for level in 0...levels {
            let ones = ReducedOnes(axis, level)
            let start = try EdgeShares(missing: ones.missingNearStart, arena: arena)
            let end = try EdgeShares(missing: ones.missingNearEnd, arena: arena)
            let areAlike = axis.count == axis.length(level) << level && start.isLike(end)
            unsafe sides[level] = Sides(start: start, end: end, areAlike: areAlike)
        }
        unsafe numbers = try arena.take(4 * axis.count, of: Int16.self)
        // a level has at least 16 samples, or is the image's own; a few more are needed around them
        shareCapacity = 2 * axis.count + 64
        unsafe shares = try arena.take(3 * shareCapacity, of: Float.self)
        unsafe coarseShares = try arena.take(shareCapacity + Int(BLUR_NUMBER_SLACK), of: Double.self)
    }

    /// The greatest distance of a tap whose weight is asked for.
    static func greatestDistance(_ axis: AxisLevels) -> Int { EdgeShares.greatestDistance(axis.count + context) }

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
            findShares(kernel, sides.start, length)
            let before = unsafe interpolated(length, level, slot: 0, isReversed: false)
            findShares(kernel, sides.end, length)
            let behind = unsafe interpolated(length, level, slot: 1, isReversed: true)
            return unsafe combine(before, behind)
        }
        findShares(kernel, sides.start, reach)
        let near = counting(reach)
        parts.append(0..<near << level)
        note(near, level, isReversed: false)
        if sides.areAlike {
            parts.append((length - near) << level..<axis.count)
            return mirrorStart()
        }
        findShares(kernel, sides.end, reach)
        let far = counting(reach)
        parts.append((length - far) << level..<axis.count)
        note(far, level, isReversed: true)
    }

    /// Finds the shares of the coarse samples from an end on, and of those around them.
    private func findShares(_ kernel: RowKernel, _ end: EdgeShares, _ count: Int) {
        unsafe end.write(-Self.context..<count + Self.context, kernel, into: coarseShares, kernels)
    }

    /// How many of some coarse samples have pixels whose share is not nothing.
    private func counting(_ count: Int) -> Int {
        var last = count + 2 * Self.context
        while unsafe last > 0 && coarseShares[last - 1] < Self.leastShare { last -= 1 }
        // the shares fall from the end on, and pixels take theirs from the samples around them
        return min(count, last)
    }

    /// Whether most of the row is left as it is.
    var areApart: Bool { parts.count != 1 && edges.period(axis.count) == nil }

    private func numbers(part: Int, side: Int) -> UnsafeMutablePointer<Int16> {
        unsafe numbers + (2 * part + side) * axis.count
    }

    /// Writes the numbers of the pixels of some coarse samples at an end, whose other side is far.
    private func note(_ samples: Int, _ level: Int, isReversed: Bool) {
        let part = isReversed ? 1 : 0
        if edges == .normalize {
            return unsafe divide(samples, level, isReversed: isReversed, into: numbers(part: part, side: 0))
        }
        unsafe numbers(part: part, side: 1 - part).update(repeating: 0, count: parts[part].count)
        unsafe noteWeights(interpolated(samples, level, slot: 0, isReversed: isReversed), part: part, side: part)
    }

    /// Writes what the pixels of some coarse samples are enlarged by; the last doubling is part of the division.
    private func divide(_ samples: Int, _ level: Int, isReversed: Bool, into numbers: UnsafeMutablePointer<Int16>) {
        if level == 0 {
            let shares = unsafe interpolated(samples, 0, slot: 0, isReversed: isReversed)
            return unsafe kernels.table.divide(numbers, shares, 1, samples)
        }
        let shares = unsafe interpolated(samples, level, slot: 0, isReversed: isReversed, stages: level - 1)
        unsafe kernels.table.divide_doubled(numbers, shares, 1, samples << (level - 1), level == 1)
    }

    /// Writes the numbers of the row's end, which are those of its start in reverse.
    private func mirrorStart() {
        let count = parts[0].count
        let start = unsafe numbers(part: 0, side: 0)
        let end = unsafe numbers(part: 1, side: edges == .normalize ? 0 : 1)
        unsafe kernels.table.reverse(end, start, count)
        if edges == .clamp { unsafe numbers(part: 1, side: 0).update(repeating: 0, count: count) }
    }

    private func noteWeights(_ outside: UnsafeMutablePointer<Float>, part: Int, side: Int) {
        let weights = unsafe numbers(part: part, side: side)
        for pixel in 0..<parts[part].count { unsafe weights[pixel] = Int16(min(outside[pixel] * 32768 + 0.5, 32767)) }
    }

    /// Writes the numbers of a row whose pixels all have something of the filter beyond one end or both.
    private mutating func combine(_ before: UnsafeMutablePointer<Float>, _ behind: UnsafeMutablePointer<Float>) {
        guard edges == .normalize else {
            unsafe noteWeights(before, part: 0, side: 0)
            return unsafe noteWeights(behind, part: 0, side: 1)
        }
        var least = Float.infinity
        for pixel in 0..<axis.count {
            unsafe before[pixel] += behind[pixel]
            unsafe least = min(least, before[pixel])
        }
        // between the pixels the filter may have a little more of it inside: sums have to have room for that
        gain = 255.0 / 256 / (1 - Double(least))
        unsafe kernels.table.divide(numbers(part: 0, side: 0), before, Float(1 / gain), axis.count)
    }

    /// The shares at the pixels of some coarse samples from an end on, interpolated as the samples are, or as far as some
    /// stages go.
    private func interpolated(
        _ samples: Int, _ level: Int, slot: Int, isReversed: Bool, stages: Int? = nil
    ) -> UnsafeMutablePointer<Float> {
        let stages = stages ?? level
        let result = unsafe shares + slot * shareCapacity
        let other = unsafe shares + 2 * shareCapacity
        // each doubling costs a sample on each side; the last one has to write where the result belongs
        var from = unsafe stages % 2 == 0 ? result : other
        var count = samples + 2 * Self.context
        for index in 0..<count {
            unsafe from[index] = Float(coarseShares[isReversed ? count - 1 - index : index])
        }
        var spare = Self.context
        for stage in 0..<stages {
            let to = unsafe from == result ? other : result
            count -= 2
            unsafe kernels.table.double_shares(to, from + 1, count, stage == 0)
            count *= 2
            spare = 2 * (spare - 1)
            unsafe from = to
        }
        return unsafe from + spare
    }

    /// Applies the rule to the samples of one channel, or of several that are interleaved.
    ///
    /// `samples` is the image's first pixel; the row goes on for `reach` pixels on both sides. `first` and `last` are the
    /// row's first and last pixel, filtered across rows only.
    func finish(
        _ samples: UnsafeMutablePointer<Int16>, channels: Int, first: UnsafePointer<Int16>,
        last: UnsafePointer<Int16>, reach: Int
    ) {
        for (number, pixels) in parts.enumerated() {
            let start = unsafe samples + pixels.lowerBound * channels
            let factors = unsafe numbers(part: number, side: 0)
            if edges == .normalize {
                unsafe kernels.table.enlarge(start, factors, channels, pixels.count)
            } else {
                unsafe kernels.table.add_edges(
                    start, factors, numbers(part: number, side: 1), first, last, channels, pixels.count)
            }
        }
        if reach > 0 { unsafe kernels.table.fold(samples, channels, axis.count, reach, edges == .mirror) }
    }
}
