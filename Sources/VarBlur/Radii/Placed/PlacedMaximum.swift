/// The maximum radius of several fields at every position.
struct PlacedMaximum: RadiusField {
    let variation: FieldVariation
    let minimumRadius: Double
    let maximumRadius: Double
    private(set) var fields: [any RadiusField]

    init(_ fields: [any RadiusField], _ variation: FieldVariation) {
        (self.fields, self.variation) = (fields, variation)
        minimumRadius = fields.map(\.minimumRadius).min() ?? 0
        maximumRadius = fields.map(\.maximumRadius).max() ?? 0
    }

    func radius(x: Double, y: Double) -> Double {
        fields.reduce(0) { max($0, $1.radius(x: x, y: y)) }
    }

    func alpha(x: Double, y: Double) -> Double {
        // where nothing is blurred, looks follow the alphas of ramps and masks
        maximumRadius == 0
            ? fields.reduce(0) { max($0, $1.alpha(x: x, y: y)) }
            : relativeAlpha(ofRadius: radius(x: x, y: y))
    }

    func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int
    ) {
        let width = columns.count
        if fields.count > Self.leastDividedCount && !columns.isEmpty && !rows.isEmpty {
            let part = part(columns, rows, sampling)
            if part.fields.count > 1,
                part.writePieces(
                    ofRows: rows, columns: columns, sampling: sampling, to: &radii, stride: stride, { _, _ in part })
            {
                return
            }
            if part.fields.count < fields.count {
                return part.writeRadii(ofRows: rows, columns: columns, sampling: sampling, to: &radii, stride: stride)
            }
        }
        for row in 0..<rows.count {
            for index in row * stride..<row * stride + width { radii[index] = 0 }
        }
        var part = [Float](repeating: 0, count: rows.count * width)
        for field in fields {
            // most areas are elsewhere
            if field is PlacedArea, field.bounds(columns: columns, rows: rows, sampling: sampling)?.greatest == 0 {
                continue
            }
            var span = part.mutableSpan
            field.writeRadii(ofRows: rows, columns: columns, sampling: sampling, to: &span, stride: width)
            for row in 0..<rows.count {
                for index in 0..<width {
                    radii[row * stride + index] = max(radii[row * stride + index], part[row * width + index])
                }
            }
        }
    }

    /// With fewer fields, it takes less time to consider all of them.
    private static let leastDividedCount = 8

    func alphaPart(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> (any RadiusField)? {
        guard fields.count > Self.leastDividedCount || fields.contains(where: \.isComplexArea) else { return nil }
        if maximumRadius > 0 { return part(columns, rows, sampling) }
        var part = self
        part.fields = fields.compactMap { field in
            guard let area = field as? PlacedArea else { return field }
            let isOutside = area.alphas(columns: columns, rows: rows, sampling).upperBound == 0
            return isOutside ? nil : area.part(columns, rows, sampling)
        }
        return part
    }

    /// The fields that are the greatest ones somewhere in a rectangle, with what matters for its samples.
    private func part(_ columns: Range<Int>, _ rows: Range<Int>, _ sampling: PlaneSampling) -> PlacedMaximum {
        let bounds = fields.map { $0.bounds(columns: columns, rows: rows, sampling: sampling) }
        let highest = bounds.indices.max { (bounds[$0]?.least ?? 0) < (bounds[$1]?.least ?? 0) }
        let least = highest.flatMap { bounds[$0]?.least } ?? 0
        // bounds below the maximum are rounded
        let limit = least >= maximumRadius ? least : least * (1 - 1e-9)
        let kept = fields.indices.filter { $0 == highest || bounds[$0].map { $0.greatest > limit } ?? true }
        var part = self
        part.fields = kept.map { (fields[$0] as? PlacedArea)?.part(columns, rows, sampling) ?? fields[$0] }
        return part
    }
}

extension RadiusField {
    /// Whether the field is an area whose parts take less time than the whole of it.
    fileprivate var isComplexArea: Bool { (self as? PlacedArea)?.outline.isComplex ?? false }
}
