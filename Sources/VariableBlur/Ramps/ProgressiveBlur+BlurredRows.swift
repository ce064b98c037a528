extension ProgressiveBlur {
    /// The rows of a plane that the fast engine changes.
    ///
    /// - Parameters:
    ///   - width: the width of the plane.
    ///   - height: the height of the plane.
    ///   - format: the pixel format of the plane.
    ///   - sampling: how the plane samples the image.
    /// - Returns: disjoint nonempty ranges in order.
    /// - Complexity: O(`height`), or O(`width` × `height`) if the radius varies from pixel to pixel.
    package func blurredRows(width: Int, height: Int, format: PixelFormat, sampling: PlaneSampling) -> [Range<Int>] {
        let field = placed(format, sampling).field
        let isTransposed = field.variation == .betweenColumns
        let lines = 0..<(isTransposed ? width : height)
        if let profile = field.profile(lineCount: lines.count, sampling: sampling) {
            let blurred = profile.ranges(in: lines, above: FastEngine.greatestUnblurredSigma)
            return isTransposed && !blurred.isEmpty ? [0..<height] : blurred
        }
        return field.rows(
            width: width, height: height, sampling: sampling,
            // the limit is in samples of the plane, along the axis on which the radius is greater
            above: FastEngine.greatestUnblurredSigma * min(sampling.horizontalRatio, sampling.verticalRatio))
    }
}

extension RadiusField {
    /// The number of rows whose bounds are looked up at once.
    private static var blockSize: Int { 16 }

    /// The rows of a plane in which any radius is above a limit in pixels of the image.
    fileprivate func rows(width: Int, height: Int, sampling: PlaneSampling, above limit: Double) -> [Range<Int>] {
        var radii = [Float](repeating: 0, count: width)
        var blurred: [Range<Int>] = []
        for start in stride(from: 0, to: height, by: Self.blockSize) {
            let rows = start..<min(start + Self.blockSize, height)
            let bounds = bounds(columns: 0..<width, rows: rows, sampling: sampling)
            if let bounds, bounds.greatest < limit { continue }
            for row in rows {
                var span = radii.mutableSpan
                writeRadii(ofRow: row, columns: 0..<width, sampling: sampling, to: &span)
                if radii.contains(where: { $0 > Float(limit) }) { blurred.append(row..<row + 1) }
            }
        }
        return blurred.merged()
    }
}
