/// The field of a ``LinearRamp``: the alpha of a ``LinearAlphaMask``, eased, and scaled to a range of radii.
struct LinearRadiusField: RadiusField {
    let mask: LinearAlphaMask
    let minimumRadius: Double
    let maximumRadius: Double
    let easing: Easing

    init(_ ramp: LinearRamp) {
        (mask, easing) = (ramp.mask, ramp.easing)
        (minimumRadius, maximumRadius) = (ramp.minimumRadius, ramp.maximumRadius)
    }

    var variation: FieldVariation { mask.variation }

    func alpha(x: Double, y: Double, width: Int, height: Int) -> Double {
        easing.value(at: mask.alpha(x: x, y: y, width: width, height: height))
    }

    func profile(lineCount: Int, sampling: PlaneSampling) -> (any RadiusProfile)? {
        // an eased ramp takes too long to evaluate again and again, and a Bézier curve may rise and fall
        easing == .linear
            ? LinearRadiusProfile(self, lineCount: lineCount, sampling: sampling)
            : SampledRadiusProfile(self, lineCount: lineCount, sampling: sampling)
    }
}
