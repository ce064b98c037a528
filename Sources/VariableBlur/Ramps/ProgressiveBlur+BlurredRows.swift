extension ProgressiveBlur {
    /// The rows of a plane that the fast engine changes.
    ///
    /// - Parameters:
    ///   - width: the width of the plane.
    ///   - height: the height of the plane.
    ///   - sampling: how the plane samples the image.
    /// - Returns: disjoint nonempty ranges in order.
    /// - Complexity: O(`height`), or O(`width` × `height`) if the radius varies from pixel to pixel.
    package func blurredRows(width: Int, height: Int, sampling: PlaneSampling) -> [Range<Int>] {
        let field = field.placed(width: sampling.imageWidth, height: sampling.imageHeight)
        let isTransposed = field.variation == .betweenColumns
        let lines = 0..<(isTransposed ? width : height)
        if let profile = field.profile(lineCount: lines.count, sampling: sampling) {
            let blurred = profile.ranges(in: lines, above: FastEngine.greatestUnblurredSigma)
            return isTransposed && !blurred.isEmpty ? [0..<height] : blurred
        }
        // the radius in samples of the plane, along the axis on which it is greater
        let limit = Float(
            FastEngine.greatestUnblurredSigma * min(sampling.horizontalRatio, sampling.verticalRatio))
        let columns = 0..<width
        var radii = [Float](repeating: 0, count: width)
        var rows: [Range<Int>] = []
        for row in 0..<height {
            var span = radii.mutableSpan
            field.writeRadii(ofRow: row, columns: columns, sampling: sampling, to: &span)
            guard radii.contains(where: { $0 > limit }) else { continue }
            if let last = rows.last, last.upperBound == row {
                rows[rows.count - 1] = last.lowerBound..<row + 1
            } else {
                rows.append(row..<row + 1)
            }
        }
        return rows
    }
}
