/// An area on an image.
struct PlacedArea: RadiusField {
    let variation = FieldVariation.betweenPixels
    let minimumRadius = 0.0
    let maximumRadius: Double
    private(set) var outline: any AreaOutline
    /// The distance in pixels over which the radius falls to 0.
    let feather: Double
    let easing: Easing
    /// Whether the radius is 0 inside the outline.
    private let isInverted: Bool
    /// A rectangle outside of which no radius depends on the outline; `nil` if none does anywhere.
    private let reach: (x: ClosedRange<Double>, y: ClosedRange<Double>)?

    init(_ area: BlurArea, width: Int, height: Int) {
        let side = Double(min(width, height))
        maximumRadius = area.radius.pixels(of: side)
        feather = area.feather.pixels(of: side)
        let outlines = area.shapes.map { $0.outline(width: width, height: height) }
        outline = outlines.count == 1 ? outlines[0] : OutlineUnion(outlines)
        (easing, isInverted) = (area.easing, area.isInverted)
        let feather = feather
        reach = outline.bounds.map {
            (
                $0.x.lowerBound - feather...$0.x.upperBound + feather,
                $0.y.lowerBound - feather...$0.y.upperBound + feather
            )
        }
    }

    func alpha(x: Double, y: Double) -> Double { alpha(x, y) }

    private func alpha(_ x: Double, _ y: Double) -> Double {
        if feather == 0 { return outline.contains(x, y) != isInverted ? 1 : 0 }
        return alpha(atDistance: outline.distance(x, y))
    }

    /// The alpha at a distance from the outline.
    func alpha(atDistance distance: Double) -> Double {
        guard distance > 0, distance < feather else { return (distance <= 0) != isInverted ? 1 : 0 }
        return easing.value(at: isInverted ? distance / feather : 1 - distance / feather)
    }

    func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int
    ) {
        guard !columns.isEmpty else { return }
        let bounds = alphas(columns: columns, rows: rows, sampling)
        let constant = bounds.lowerBound == bounds.upperBound ? Float(radius(alpha: bounds.lowerBound)) : nil
        if constant == nil && outline.isComplex,
            writePieces(
                ofRows: rows, columns: columns, sampling: sampling, to: &radii, stride: stride,
                { part($0, $1, sampling) })
        {
            return
        }
        for row in rows {
            let (y, first) = (sampling.y(ofRow: row), (row - rows.lowerBound) * stride)
            for index in 0..<columns.count {
                radii[first + index] =
                    constant ?? Float(radius(alpha: alpha(sampling.x(ofColumn: columns.lowerBound + index), y)))
            }
        }
    }

    func alphaPart(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> (any RadiusField)? {
        outline.isComplex ? part(columns, rows, sampling) : nil
    }

    /// The area with what matters for some samples.
    func part(_ columns: Range<Int>, _ rows: Range<Int>, _ sampling: PlaneSampling) -> PlacedArea {
        guard outline.isComplex else { return self }
        let (x, y) = sampling.centers(columns: columns, rows: rows)
        var area = self
        area.outline = outline.part(x: x, y: y)
        return area
    }

    /// Bounds of the alphas of some samples.
    func alphas(columns: Range<Int>, rows: Range<Int>, _ sampling: PlaneSampling) -> ClosedRange<Double> {
        let (x, y) = sampling.centers(columns: columns, rows: rows)
        let (inside, outside) = isInverted ? (0.0, 1.0) : (1.0, 0.0)
        guard let reach, reach.x.overlaps(x), reach.y.overlaps(y) else { return outside...outside }
        let distances = outline.distances(x: x, y: y)
        if distances.upperBound <= 0 { return inside...inside }
        if distances.lowerBound > 0 && distances.lowerBound >= feather { return outside...outside }
        guard easing.isMonotone else { return 0...1 }
        let (near, far) = (alpha(atDistance: distances.lowerBound), alpha(atDistance: distances.upperBound))
        return min(near, far)...max(near, far)
    }

    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        let alphas = alphas(columns: columns, rows: rows, sampling)
        var slope = 0.0
        if alphas.lowerBound < alphas.upperBound {
            slope = feather > 0 ? maximumRadius / feather * easing.greatestSlope(in: 0...1) : .infinity
        }
        return RadiusBounds(
            least: radius(alpha: alphas.lowerBound), greatest: radius(alpha: alphas.upperBound), greatestSlope: slope)
    }
}
