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

extension ProgressiveBlur {
    /// The lines of a plane that the fast engine changes: rows, or columns if the radius varies between columns.
    ///
    /// - Parameters:
    ///   - lineCount: the number of lines of the plane.
    ///   - sampling: how the plane samples the image.
    /// - Returns: disjoint nonempty ranges in order; all lines if the radius varies from pixel to pixel.
    package func blurredLines(of lineCount: Int, sampling: PlaneSampling) -> [Range<Int>] {
        let field = field.placed(width: sampling.imageWidth, height: sampling.imageHeight)
        let profile = field.profile(lineCount: lineCount, sampling: sampling)
        return profile?.ranges(in: 0..<lineCount, above: FastEngine.greatestUnblurredSigma) ?? [0..<lineCount]
    }
}
