extension PlacedMask {
    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        bounds(columns: columns, rows: rows, sampling, hasSlope: true)
    }

    /// Bounds of the radii; without a slope, only whether all are the least, or all the greatest, is known for certain.
    func bounds(
        columns: Range<Int>, rows: Range<Int>, _ sampling: PlaneSampling, hasSlope: Bool
    ) -> RadiusBounds {
        let (x, y) = sampling.centers(columns: columns, rows: rows)
        let area = MaskArea(
            columns: samples(between: x, scale.x, of: mask.width), rows: samples(between: y, scale.y, of: mask.height),
            hasSteps: hasSlope)
        let (least, greatest, step) =
            switch mask.samples.depth {
            case .eight: unsafe area.bounds(mask.samples.values(as: UInt8.self), width: mask.width)
            case .sixteen: unsafe area.bounds(mask.samples.values(as: UInt16.self), width: mask.width)
            case .float: unsafe area.bounds(mask.samples.values(as: Float.self), width: mask.width)
            }
        let (low, high) = mask.isInverted ? (1 - greatest, 1 - least) : (least, greatest)
        let isMonotone = easing.isMonotone
        let (first, last) = isMonotone ? (easing.value(at: low), easing.value(at: high)) : (0, 1)
        let slope = step * max(scale.x, scale.y) * (step == 0 ? 0 : easing.greatestSlope(in: low...max(low, high)))
        return RadiusBounds(
            least: radius(alpha: first), greatest: radius(alpha: last),
            greatestSlope: slope * (maximumRadius - minimumRadius))
    }

    /// Calls `visit` for every square cell of a plane, with whether all samples of the mask that it depends on are 0, and whether all are
    /// greatest, before inversion.
    func visitCells(
        size: Int, width: Int, height: Int, _ sampling: PlaneSampling,
        _ visit: (_ column: Int, _ row: Int, _ areZero: Bool, _ areGreatest: Bool) -> Void
    ) {
        func ranges(_ count: Int, _ center: (Int) -> Double, _ scale: Double, of samples: Int) -> [Range<Int>] {
            stride(from: 0, to: count, by: size).map {
                self.samples(between: center($0)...center(min($0 + size, count) - 1), scale, of: samples)
            }
        }
        let columns = ranges(width, sampling.x, scale.x, of: mask.width)
        let rows = ranges(height, sampling.y, scale.y, of: mask.height)
        func visitCells<Sample: FixedWidthInteger>(zero: Sample, greatest: Sample) {
            let samples = unsafe mask.samples.values(as: Sample.self)
            unsafe withUnsafeTemporaryAllocation(of: Sample.self, capacity: 2 * mask.width) { buffer in
                guard let least = buffer.baseAddress, let first = samples.baseAddress else { return }
                let most = unsafe least + mask.width
                for (row, sources) in rows.enumerated() {
                    unsafe least.update(repeating: .max, count: mask.width)
                    unsafe most.update(repeating: .min, count: mask.width)
                    for source in sources {
                        let values = unsafe first + source * mask.width
                        for index in 0..<mask.width {
                            unsafe (least[index], most[index]) = (
                                min(least[index], values[index]), max(most[index], values[index])
                            )
                        }
                    }
                    for (column, sources) in columns.enumerated() {
                        var (low, high) = (Sample.max, Sample.min)
                        for index in sources { unsafe (low, high) = (min(low, least[index]), max(high, most[index])) }
                        visit(column, row, high <= zero, low >= greatest)
                    }
                }
            }
        }
        switch mask.samples.depth {
        case .eight: visitCells(zero: UInt8(0), greatest: .max)
        case .sixteen: visitCells(zero: UInt16(0), greatest: .max)
        // the bit patterns of numbers from 0 on are in the same order
        case .float:
            visitCells(zero: Int32(bitPattern: Float(0).bitPattern), greatest: Int32(bitPattern: Float(1).bitPattern))
        }
    }

    /// The samples of an axis of the mask from which those between two positions of the image are interpolated.
    private func samples(between positions: ClosedRange<Double>, _ scale: Double, of count: Int) -> Range<Int> {
        let limit = Double(count - 1)
        let first = Int(min(max(positions.lowerBound * scale - 0.5, 0), limit))
        let last = Int(min(max(positions.upperBound * scale - 0.5, 0), limit))
        return first..<min(last + 2, count)
    }
}

/// A rectangle of samples of a mask.
private struct MaskArea {
    let columns: Range<Int>
    let rows: Range<Int>
    /// Whether the greatest difference of neighbors is found; otherwise, not even the extremes are once they are known to differ.
    let hasSteps: Bool

    /// The bounds of integer samples, as alphas.
    func bounds<Sample: FixedWidthInteger>(
        _ samples: UnsafeMutableBufferPointer<Sample>, width: Int
    ) -> (Double, Double, Double) {
        var (least, greatest, difference) = (Sample.max, Sample.min, Sample.zero)
        forEachRow(width) { first, above in
            if !hasSteps && least < Sample.max && greatest > Sample.min { return }
            for column in 0..<columns.count {
                let value = unsafe samples[first &+ column]
                (least, greatest) = (min(least, value), max(greatest, value))
            }
            if !hasSteps { return }
            for column in 0..<columns.count {
                let (value, upper) = unsafe (samples[first &+ column], samples[above &+ column])
                difference = max(difference, max(value, upper) &- min(value, upper))
            }
            for column in stride(from: 1, to: columns.count, by: 1) {
                let (left, right) = unsafe (samples[first &+ column &- 1], samples[first &+ column])
                difference = max(difference, max(left, right) &- min(left, right))
            }
        }
        let scale = 1 / Double(Sample.max)
        return (Double(least) * scale, Double(greatest) * scale, Double(difference) * scale)
    }

    /// The bounds of samples from 0 to 1.
    ///
    /// The bit patterns of such numbers are in the same order as the numbers. Integers are compared because the compiler vectorizes it.
    func bounds(_ samples: UnsafeMutableBufferPointer<Float>, width: Int) -> (Double, Double, Double) {
        var (least, greatest, difference) = (Int32.max, Int32.zero, Int32.zero)
        forEachRow(width) { first, above in
            for column in 0..<columns.count {
                let bits = unsafe Int32(bitPattern: samples[first &+ column].bitPattern)
                (least, greatest) = (min(least, bits), max(greatest, bits))
            }
            if !hasSteps { return }
            for column in 0..<columns.count {
                let (value, upper) = unsafe (samples[first &+ column], samples[above &+ column])
                difference = max(difference, Int32(bitPattern: (value - upper).magnitude.bitPattern))
            }
            for column in stride(from: 1, to: columns.count, by: 1) {
                let change = unsafe samples[first &+ column] - samples[first &+ column &- 1]
                difference = max(difference, Int32(bitPattern: change.magnitude.bitPattern))
            }
        }
        func number(_ bits: Int32) -> Double { Double(Float(bitPattern: UInt32(bitPattern: max(bits, 0)))) }
        return (number(least), number(greatest), number(difference))
    }

    /// Calls `body` for each row with the indices of its first sample and of the sample above it.
    private func forEachRow(_ width: Int, _ body: (_ first: Int, _ above: Int) -> Void) {
        for row in rows {
            let first = row * width + columns.lowerBound
            body(first, row > rows.lowerBound ? first - width : first)
        }
    }
}
