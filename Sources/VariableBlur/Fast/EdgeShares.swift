/// How much of a row's filter lies inside the image, before it and behind it, for the pixels near its ends.
struct EdgeShares {
    /// The pixels from the row's beginning, and those up to its end, of which some of the filter lies outside.
    let before: Part
    let behind: Part

    struct Part {
        let pixels: Range<Int>
        /// The share before the image (`x`) and behind it (`y`), for every pixel.
        let outside: ArraySlice<SIMD2<Double>>
    }

    init(_ kernel: HorizontalTaps.Kernel, _ axis: AxisLevels, _ ones: ReducedOnes, level: Int) {
        let length = axis.length(level)
        let reach = kernel.taps.count + ReducedOnes.spread + 3
        func part(_ coarse: Range<Int>) -> Part {
            let start = coarse.lowerBound - 3
            let shares = (start..<coarse.upperBound + 3).map { Self.outside(kernel, ones, at: $0) }
            let fine = Self.interpolated(shares, from: start, level: level)
            let pixels = (coarse.lowerBound << level..<coarse.upperBound << level).clamped(to: 0..<axis.count)
            return Part(pixels: pixels, outside: fine.values[(pixels.lowerBound - fine.start)...].prefix(pixels.count))
        }
        let isOverlapping = 2 * reach >= length
        before = part(0..<(isOverlapping ? length : reach))
        behind = part(isOverlapping ? length..<length : length - reach..<length)
    }

    private static func outside(_ kernel: HorizontalTaps.Kernel, _ ones: ReducedOnes, at place: Int) -> SIMD2<Double> {
        let last = kernel.taps.count - 1
        var sum = SIMD2<Double>(repeating: 0)
        for offset in -last...last {
            let missing = SIMD2(ones.missingBefore(place + offset), ones.missingBehind(place + offset))
            sum += kernel.taps[abs(offset)] * missing
        }
        // what is further out than the taps is further out than the image
        return sum + SIMD2(repeating: kernel.tail)
    }

    /// The shares at the pixels, interpolated as the samples are, and the pixel that the first of them belongs to.
    private static func interpolated(
        _ shares: [SIMD2<Double>], from start: Int, level: Int
    ) -> (start: Int, values: [SIMD2<Double>]) {
        var (start, values) = (start, shares)
        for stage in 0..<level {
            let (near, next, far) = stage == 0 ? (10.0 / 16, 5.0 / 16, 1.0 / 16) : (0.75, 0.25, 0)
            var finer: [SIMD2<Double>] = []
            finer.reserveCapacity(2 * values.count)
            for place in 1..<values.count - 1 {
                let (before, here, behind) = (values[place - 1], values[place], values[place + 1])
                finer.append(near * here + next * before + far * behind)
                finer.append(near * here + next * behind + far * before)
            }
            values = finer
            start = 2 * (start + 1)
        }
        return (start, values)
    }
}
