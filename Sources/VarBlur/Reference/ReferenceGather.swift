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

    func blur(
        _ source: UnsafePixels, region: PixelRegion, into destination: UnsafeMutablePixels
    ) throws(BlurError) {
        let frame = unsafe CanonicalFrame(source.layout, isTransposed: false)
        let target = unsafe CanonicalFrame(destination.layout, isTransposed: false)
        let format = unsafe source.layout.format
        let conversion = SampleConversion(format: format, light: light)
        let channels = format.channels.count
        var image = try SampleRows(rowCount: frame.rowCount, samplesPerRow: frame.columnCount * channels)
        for row in 0..<frame.rowCount {
            var samples = image.mutableRow(row)
            unsafe conversion.load(row, of: frame, from: source, into: &samples)
        }
        let original = try RowBuffer(0..<1, rowBytes: region.width * format.bytesPerPixel)
        var result = try SampleRows(rowCount: 1, samplesPerRow: region.width * channels)
        for row in 0..<region.height {
            let from = unsafe source.base + frame.byteOffset(row: region.y + row, column: region.x)
            unsafe UnsafeMutableRawPointer(original.mutableRow(0)).copyMemory(from: from, byteCount: original.rowBytes)
            var samples = result.mutableRow(0)
            let clear = gatherRow(region.y + row, region.x..<region.x + region.width, image, channels, into: &samples)
            let columns = region.x..<region.x + region.width
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

    /// Blurs some pixels of a row, and returns the indices of those that are not blurred.
    private func gatherRow(
        _ row: Int, _ columns: Range<Int>, _ image: borrowing SampleRows, _ channels: Int,
        into result: inout MutableSpan<Double>
    ) -> [Int] {
        var clear: [Int] = []
        var (down, right): ([Double], [Double]) = ([], [])
        for (index, column) in columns.enumerated() {
            let sigmas = sampling.sigmas(of: field, column: column, row: row)
            for channel in 0..<channels { result[index * channels + channel] = 0 }
            guard sigmas.larger > ReferenceBlur.greatestUnblurredSigma else {
                clear.append(index)
                continue
            }
            let firstRow = GaussianLine(sigma: sigmas.across, count: image.rowCount, edges: edges).weights(
                at: row, into: &down)
            let firstColumn = GaussianLine(sigma: sigmas.along, count: image.samplesPerRow / channels, edges: edges)
                .weights(at: column, into: &right)
            for (offset, weight) in down.enumerated() where weight != 0 {
                let samples = image.row(firstRow + offset)
                for channel in 0..<channels {
                    result[index * channels + channel] +=
                        weight
                        * weightedSum(samples, from: firstColumn * channels + channel, stride: channels, weights: right)
                }
            }
        }
        return clear
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
