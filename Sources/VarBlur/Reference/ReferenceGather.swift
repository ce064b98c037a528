/// The definition of the blur for any field of radii, in double precision.
///
/// With σ the standard deviations of the pixel (x, y) and g the sampled Gaussian of `GaussianLine`,
///
///     out(x, y) = Σⱼ Σᵢ g(j) g(i) in(x + i, y + j)
struct ReferenceGather {
    let field: any RadiusField
    let sampling: PlaneSampling
    let edges: EdgeMode
    /// The changes of color; `nil` for none.
    var look: PlaneLook?
    /// Whether values are blurred in linear light.
    var light = BlurLight.encoded
    /// What is in front; `nil` for nothing.
    var matte: PlacedMatte?

    func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels
    ) throws(BlurError) {
        let frame = unsafe CanonicalFrame(source.layout, isTransposed: false)
        let target = unsafe CanonicalFrame(destination.layout, isTransposed: false)
        let format = unsafe source.layout.format
        let conversion = SampleConversion(format: format, light: light)
        let channels = format.channels.count
        let background = matte.map { ReferenceBackground(matte: $0, sampling: sampling, channels: channels) }
        let image = try unsafe samples(of: source, frame, conversion, background)
        let original = try RowBuffer(0..<1, rowBytes: region.width * format.bytesPerPixel)
        var result = try SampleRows(rowCount: 1, samplesPerRow: region.width * channels)
        for row in 0..<region.height {
            let from = unsafe source.base + frame.byteOffset(row: region.y + row, column: region.x)
            unsafe UnsafeMutableRawPointer(original.mutableRow(0)).copyMemory(from: from, byteCount: original.rowBytes)
            var samples = result.mutableRow(0)
            let columns = region.x..<region.x + region.width
            let clear = gatherRow(region.y + row, columns, image, channels, background, into: &samples)
            conversion.encode(&samples)
            look?.apply(to: &samples, line: region.y + row, positions: columns, format)
            unsafe conversion.store(result.row(0), row: row, of: target, into: destination)
            for column in clear {
                let pixel = unsafe destination.base + target.byteOffset(row: row, column: column)
                let bytes = unsafe UnsafeRawPointer(original.row(0)) + column * format.bytesPerPixel
                unsafe pixel.copyMemory(from: bytes, byteCount: format.bytesPerPixel)
            }
        }
    }

    /// The samples of all pixels, weighted if there is a background.
    private func samples(
        of source: UnsafePixels, _ frame: CanonicalFrame, _ conversion: SampleConversion,
        _ background: ReferenceBackground?
    ) throws(BlurError) -> SampleRows {
        let channels = unsafe source.layout.format.channels.count
        let stored = background == nil ? channels : channels + 1
        var image = try SampleRows(rowCount: frame.rowCount, samplesPerRow: frame.columnCount * stored)
        var pixels = try SampleRows(rowCount: 1, samplesPerRow: frame.columnCount * channels)
        for row in 0..<frame.rowCount {
            var samples = image.mutableRow(row)
            guard let background else {
                unsafe conversion.load(row, of: frame, from: source, into: &samples)
                continue
            }
            var unweighted = pixels.mutableRow(0)
            unsafe conversion.load(row, of: frame, from: source, into: &unweighted)
            background.weight(pixels.row(0), row: row, into: &samples)
        }
        return image
    }

    /// Blurs some pixels of a row, and returns the indices of those that are not blurred, or wholly in front.
    private func gatherRow(
        _ row: Int, _ columns: Range<Int>, _ image: borrowing SampleRows, _ channels: Int,
        _ background: ReferenceBackground?, into result: inout MutableSpan<Double>
    ) -> [Int] {
        var clear: [Int] = []
        var kept = [Float](repeating: 1, count: columns.count)
        if let look, look.backgroundFade > 0 {
            var factors = kept.mutableSpan
            look.writeBackgroundFactors(ofRow: row, columns: columns, to: &factors)
        }
        var (down, right): ([Double], [Double]) = ([], [])
        let stored = background == nil ? channels : channels + 1
        for (index, column) in columns.enumerated() {
            let sigmas = sampling.sigmas(of: field, column: column, row: row)
            let isWhole = background.map { $0.coverage(column: column, row: row) >= 1 } ?? false
            guard sigmas.larger > ReferenceBlur.greatestUnblurredSigma, !isWhole else {
                for channel in 0..<channels { result[index * channels + channel] = 0 }
                clear.append(index)
                continue
            }
            let firstRow = GaussianLine(sigma: sigmas.across, count: image.rowCount, edges: edges).weights(
                at: row, into: &down)
            let firstColumn = GaussianLine(sigma: sigmas.along, count: image.samplesPerRow / stored, edges: edges)
                .weights(at: column, into: &right)
            var sums = sum(image, stored, rows: (firstRow, down), columns: (firstColumn, right))
            guard let background else {
                for channel in 0..<channels { result[index * channels + channel] = sums[channel] }
                continue
            }
            for channel in 0..<channels { sums[channel] *= Double(kept[index]) }
            let outside = edges == .transparent ? max(1 - down.reduce(0, +) * right.reduce(0, +), 0) : 0
            background.composite(
                sums, outside: outside, column: column, row: row, over: image.row(row), into: &result,
                from: index * channels)
        }
        return clear
    }

    /// The weighted sums of all channels; the weights apply to samples from the first row and column on.
    private func sum(
        _ image: borrowing SampleRows, _ channels: Int, rows: (first: Int, weights: [Double]),
        columns: (first: Int, weights: [Double])
    ) -> [Double] {
        var sums = [Double](repeating: 0, count: channels)
        for (offset, weight) in rows.weights.enumerated() where weight != 0 {
            let samples = image.row(rows.first + offset)
            for channel in 0..<channels {
                sums[channel] +=
                    weight
                    * weightedSum(
                        samples, from: columns.first * channels + channel, stride: channels, weights: columns.weights)
            }
        }
        return sums
    }
}

extension PlaneSampling {
    /// The standard deviations of a sample of the plane, in samples; at least 0.1, which changes nothing.
    func sigmas(of field: any RadiusField, column: Int, row: Int) -> LineSigmas {
        let radius = field.radius(
            x: min((Double(column) + 0.5) * horizontalRatio, Double(imageWidth)),
            y: min((Double(row) + 0.5) * verticalRatio, Double(imageHeight)), width: imageWidth, height: imageHeight)
        return LineSigmas(across: max(radius / verticalRatio, 0.1), along: max(radius / horizontalRatio, 0.1))
    }
}
