extension LinearRadiusField {
    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        let (x, y) = sampling.centers(columns: columns, rows: rows)
        let isVertical = mask.direction.isVertical
        let (positions, length) = isVertical ? (y, sampling.imageHeight) : (x, sampling.imageWidth)
        let first = mask.alpha(atPosition: positions.lowerBound, ofLength: Double(length))
        let last = mask.alpha(atPosition: positions.upperBound, ofLength: Double(length))
        let alphas = min(first, last)...max(first, last)
        let isMonotone = easing.isMonotone
        let slope = alphas.lowerBound < 1 && alphas.upperBound > 0 ? easing.greatestSlope(in: alphas) : 0
        return RadiusBounds(
            least: radius(alpha: isMonotone ? easing.value(at: alphas.lowerBound) : 0),
            greatest: radius(alpha: isMonotone ? easing.value(at: alphas.upperBound) : 1),
            greatestSlope: slope * (maximumRadius - minimumRadius) / (Double(length) * (1 - mask.startOffset)))
    }

    func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int
    ) {
        let (width, height) = (sampling.imageWidth, sampling.imageHeight)
        for row in rows {
            let first = (row - rows.lowerBound) * stride
            let y = sampling.y(ofRow: row)
            if variation == .betweenRows {
                let value = Float(radius(x: 0, y: y, width: width, height: height))
                for index in first..<first + columns.count { radii[index] = value }
            } else if row == rows.lowerBound {
                for (index, column) in columns.enumerated() {
                    radii[index] = Float(radius(x: sampling.x(ofColumn: column), y: y, width: width, height: height))
                }
            } else {
                for index in 0..<columns.count { radii[first + index] = radii[index] }
            }
        }
    }
}
