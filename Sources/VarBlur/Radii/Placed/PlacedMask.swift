/// A mask, stretched over an image, and scaled to a range of radii.
struct PlacedMask: RadiusField {
    let variation: FieldVariation
    let minimumRadius: Double
    let maximumRadius: Double
    /// The mask, not larger than the image.
    let mask: AlphaMask
    let easing: Easing
    /// The samples of the mask for each pixel of the image.
    let scale: (x: Double, y: Double)

    init(_ ramp: MaskRamp, width: Int, height: Int) {
        self.init(ramp.mask, ramp.minimumRadius...ramp.maximumRadius, ramp.easing, width: width, height: height)
    }

    /// A mask whose radii are its alphas, unless others are given.
    init(
        _ mask: AlphaMask, _ radii: ClosedRange<Double> = 0...1, _ easing: Easing = .linear, width: Int, height: Int
    ) {
        (variation, minimumRadius, maximumRadius) = (mask.axes.variation, radii.lowerBound, radii.upperBound)
        (self.mask, self.easing) = (mask.reduced(toWidth: width, height: height), easing)
        scale = (Double(self.mask.width) / Double(width), Double(self.mask.height) / Double(height))
    }

    func alpha(x: Double, y: Double) -> Double {
        if maximumRadius == minimumRadius && maximumRadius > 0 { return 1 }
        let columns = MaskNeighbors(x * scale.x, of: mask.width)
        let rows = MaskNeighbors(y * scale.y, of: mask.height)
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
        guard !columns.isEmpty else { return }
        unsafe radii.withUnsafeMutableBufferPointer { radii in
            guard let target = radii.baseAddress else { return }
            if isUnscaled(rows, columns, sampling) {
                for row in rows {
                    let result = unsafe target + (row - rows.lowerBound) * stride
                    unsafe mask.readAlphas(row, columns, into: result)
                    unsafe write(result, result, 0, columns.count, to: result)
                }
                return
            }
            StretchedMaskRows.withRows(of: mask, columns.map { neighbors(ofColumn: $0, sampling) }) { stretched in
                for row in rows {
                    let neighbors = MaskNeighbors(sampling.y(ofRow: row) * scale.y, of: mask.height)
                    let (upper, lower) = unsafe stretched.rows(neighbors.first, neighbors.second)
                    let result = unsafe target + (row - rows.lowerBound) * stride
                    unsafe write(upper, lower, Float(neighbors.weight), columns.count, to: result)
                }
            }
        }
    }

    /// Whether the samples of a rectangle lie at the centers of those of the mask with the same indices.
    private func isUnscaled(_ rows: Range<Int>, _ columns: Range<Int>, _ sampling: PlaneSampling) -> Bool {
        let isInside =
            columns.lowerBound >= 0 && rows.lowerBound >= 0 && columns.upperBound <= mask.width
            && rows.upperBound <= mask.height
        return isInside && scale.x == 1 && scale.y == 1 && sampling.horizontalRatio == 1
            && sampling.verticalRatio == 1
    }

    /// Writes the radii between two rows of alphas.
    private func write(
        _ upper: UnsafePointer<Float>, _ lower: UnsafePointer<Float>, _ weight: Float, _ count: Int,
        to radii: UnsafeMutablePointer<Float>
    ) {
        let (least, range, easing) = (Float(minimumRadius), Float(maximumRadius - minimumRadius), easing)
        /// Each kind of mask has a separate loop, without branches.
        @inline(__always)
        func write(_ alpha: (_ sample: Float) -> Float) {
            for index in 0..<count {
                let (first, second) = unsafe (upper[index], lower[index])
                unsafe radii[index] = least + range * alpha(first + (second - first) * weight)
            }
        }
        switch (easing == .linear, mask.isInverted) {
        case (true, false): write { $0 }
        case (true, true): write { 1 - $0 }
        case (false, false): write { Float(easing.value(at: Double($0))) }
        case (false, true): write { Float(easing.value(at: Double(1 - $0))) }
        }
    }

    private func neighbors(ofColumn column: Int, _ sampling: PlaneSampling) -> MaskNeighbors {
        MaskNeighbors(sampling.x(ofColumn: column) * scale.x, of: mask.width)
    }
}

extension AlphaMask {
    /// Reads the alphas of adjacent samples of a row, before inversion.
    @inline(__always)
    func readAlphas(_ row: Int, _ columns: Range<Int>, into alphas: UnsafeMutablePointer<Float>) {
        let first = row * width + columns.lowerBound
        @inline(__always)
        func read<Sample>(_ values: UnsafeMutableBufferPointer<Sample>, _ alpha: (Sample) -> Float) {
            for index in 0..<columns.count { unsafe alphas[index] = alpha(values[first &+ index]) }
        }
        switch samples.depth {
        case .eight: unsafe read(samples.values(as: UInt8.self)) { Float($0) / 255 }
        case .sixteen: unsafe read(samples.values(as: UInt16.self)) { Float($0) / 65535 }
        case .float: unsafe read(samples.values(as: Float.self)) { $0 }
        }
    }

    /// The alpha of a sample, before inversion.
    fileprivate func sample(_ column: Int, _ row: Int) -> Double {
        let index = row * width + column
        return switch samples.depth {
        case .eight: unsafe Double(samples.values(as: UInt8.self)[index]) / 255
        case .sixteen: unsafe Double(samples.values(as: UInt16.self)[index]) / 65535
        case .float: unsafe Double(samples.values(as: Float.self)[index])
        }
    }
}
