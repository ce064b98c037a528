/// A mask, stretched over an image, and scaled to a range of radii.
struct PlacedMask: RadiusField {
    let variation: FieldVariation
    let minimumRadius: Double
    let maximumRadius: Double
    let mask: AlphaMask
    let easing: Easing
    /// The samples of the mask for each pixel of the image.
    let scale: (x: Double, y: Double)

    init(_ ramp: MaskRamp, width: Int, height: Int) {
        variation = ramp.mask.axes.variation
        (minimumRadius, maximumRadius) = (ramp.minimumRadius, ramp.maximumRadius)
        (mask, easing) = (ramp.mask, ramp.easing)
        scale = (Double(mask.width) / Double(width), Double(mask.height) / Double(height))
    }

    /// Two neighboring samples of one axis, and the weight of the second.
    private struct Neighbors {
        let first: Int
        let second: Int
        let weight: Double

        /// The samples around a position in samples; the first sample's center is at 0.5.
        init(_ position: Double, of count: Int) {
            let limited = min(max(position - 0.5, 0), Double(count - 1))
            first = Int(limited)
            second = min(first + 1, count - 1)
            weight = limited - Double(first)
        }

        func interpolated(_ a: Double, _ b: Double) -> Double { a + (b - a) * weight }
    }

    func alpha(x: Double, y: Double, width: Int, height: Int) -> Double {
        let (columns, rows) = (Neighbors(x * scale.x, of: mask.width), Neighbors(y * scale.y, of: mask.height))
        let first = rows.interpolated(mask.sample(columns.first, rows.first), mask.sample(columns.first, rows.second))
        let second = rows.interpolated(
            mask.sample(columns.second, rows.first), mask.sample(columns.second, rows.second))
        return alpha(ofSample: columns.interpolated(first, second))
    }

    private func alpha(ofSample sample: Double) -> Double { easing.value(at: mask.isInverted ? 1 - sample : sample) }

    func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int
    ) {
        precondition(
            columns.count <= stride && (rows.count - 1) * stride + columns.count <= radii.count,
            "\(rows.count) rows of \(columns.count) radii exceed the room for \(radii.count)")
        guard let leftmost = columns.first, let rightmost = columns.last else { return }
        let first = neighbors(ofColumn: leftmost, sampling).first
        let count = neighbors(ofColumn: rightmost, sampling).second - first + 1
        unsafe radii.withUnsafeMutableBufferPointer { radii in
            // mask samples, and for every column the index and the weight of its neighbors
            unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: count + 1 + 2 * columns.count) { buffer in
                guard let samples = buffer.baseAddress, let target = radii.baseAddress else { return }
                let weights = unsafe samples + (count + 1)
                unsafe (weights + columns.count).withMemoryRebound(to: Int.self, capacity: columns.count) { indices in
                    for index in 0..<columns.count {
                        let neighbors = neighbors(ofColumn: leftmost + index, sampling)
                        unsafe (indices[index], weights[index]) = (neighbors.first - first, neighbors.weight)
                    }
                    for row in rows {
                        let neighbors = Neighbors(sampling.y(ofRow: row) * scale.y, of: mask.height)
                        unsafe interpolate(neighbors, first..<first + count, into: samples)
                        // the neighbor of the mask's last sample, which has a weight of 0
                        unsafe samples[count] = samples[count - 1]
                        let result = unsafe target + (row - rows.lowerBound) * stride
                        unsafe write(samples, indices, weights, columns.count, to: result)
                    }
                }
            }
        }
    }

    /// Writes the radii between samples of a row.
    private func write(
        _ samples: UnsafePointer<Double>, _ indices: UnsafePointer<Int>, _ weights: UnsafePointer<Double>, _ count: Int,
        to radii: UnsafeMutablePointer<Float>
    ) {
        let (least, range, easing) = (minimumRadius, maximumRadius - minimumRadius, easing)
        /// Each kind of mask has a separate loop, without branches.
        @inline(__always)
        func write(_ alpha: (_ sample: Double) -> Double) {
            for index in 0..<count {
                let sample = unsafe samples + indices[index]
                let value = unsafe sample[0] + (sample[1] - sample[0]) * weights[index]
                unsafe radii[index] = Float(least + range * alpha(value))
            }
        }
        switch (easing == .linear, mask.isInverted) {
        case (true, false): write { $0 }
        case (true, true): write { 1 - $0 }
        case (false, false): write { easing.value(at: $0) }
        case (false, true): write { easing.value(at: 1 - $0) }
        }
    }

    private func neighbors(ofColumn column: Int, _ sampling: PlaneSampling) -> Neighbors {
        Neighbors(sampling.x(ofColumn: column) * scale.x, of: mask.width)
    }

    /// Computes some samples between two rows of the mask.
    private func interpolate(_ rows: Neighbors, _ columns: Range<Int>, into result: UnsafeMutablePointer<Double>) {
        let upper = rows.first * mask.width + columns.lowerBound
        let lower = rows.second * mask.width + columns.lowerBound
        func interpolate<Sample>(_ samples: UnsafeMutableBufferPointer<Sample>, _ alpha: (Sample) -> Double) {
            for index in 0..<columns.count {
                unsafe result[index] = rows.interpolated(alpha(samples[upper &+ index]), alpha(samples[lower &+ index]))
            }
        }
        switch mask.samples.kind {
        case .eight: unsafe interpolate(mask.samples.values(as: UInt8.self)) { $0.alpha }
        case .sixteen: unsafe interpolate(mask.samples.values(as: UInt16.self)) { $0.alpha }
        case .float: unsafe interpolate(mask.samples.values(as: Float.self)) { Double($0) }
        }
    }
}

extension AlphaMask {
    /// The alpha of a sample, before inversion.
    fileprivate func sample(_ column: Int, _ row: Int) -> Double {
        let index = row * width + column
        return switch samples.kind {
        case .eight: unsafe samples.values(as: UInt8.self)[index].alpha
        case .sixteen: unsafe samples.values(as: UInt16.self)[index].alpha
        case .float: unsafe Double(samples.values(as: Float.self)[index])
        }
    }
}

extension UInt8 {
    fileprivate var alpha: Double { Double(self) * (1.0 / 255) }
}

extension UInt16 {
    fileprivate var alpha: Double { Double(self) * (1.0 / 65535) }
}
