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
        ofRow row: Int, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>
    ) {
        let (width, height) = (sampling.imageWidth, sampling.imageHeight)
        let y = sampling.y(ofRow: row)
        if variation == .betweenRows {
            let value = Float(radius(x: 0, y: y, width: width, height: height))
            for index in columns.indices { radii[index - columns.lowerBound] = value }
            return
        }
        for column in columns {
            let x = sampling.x(ofColumn: column)
            radii[column - columns.lowerBound] = Float(radius(x: x, y: y, width: width, height: height))
        }
    }
}
