/// A field without any blur, whose alphas are those of another field: what a mosaic leaves for a look.
struct UnblurredField: RadiusField {
    let base: any RadiusField

    var variation: FieldVariation { base.variation }
    var minimumRadius: Double { 0 }
    var maximumRadius: Double { 0 }

    func alpha(x: Double, y: Double) -> Double { base.alpha(x: x, y: y) }

    func bounds(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> RadiusBounds? {
        RadiusBounds(least: 0, greatest: 0, greatestSlope: 0)
    }

    func alphaPart(columns: Range<Int>, rows: Range<Int>, sampling: PlaneSampling) -> (any RadiusField)? {
        base.alphaPart(columns: columns, rows: rows, sampling: sampling)
    }
}
