/// The field of a linear ramp: the alpha of a ``LinearAlphaMask``, scaled to a range of radii.
struct LinearRadiusField: RadiusField {
    let mask: LinearAlphaMask
    let minimumRadius: Double
    let maximumRadius: Double

    var variation: FieldVariation { mask.variation }

    func alpha(x: Double, y: Double, width: Int, height: Int) -> Double {
        mask.alpha(x: x, y: y, width: width, height: height)
    }

    func profile(lineCount: Int, sampling: PlaneSampling) -> (any RadiusProfile)? {
        LinearRadiusProfile(self, lineCount: lineCount, sampling: sampling)
    }
}

extension ProgressiveBlur {
    /// The radii that the blur has at every position of an image.
    package var field: any RadiusField {
        LinearRadiusField(mask: mask, minimumRadius: minimumRadius, maximumRadius: maximumRadius)
    }

    /// The lines of a plane that the fast engine changes: rows, or columns if the direction is left or right.
    ///
    /// - Parameters:
    ///   - lineCount: the number of lines of the plane.
    ///   - sampling: how the plane samples the image.
    /// - Returns: disjoint nonempty ranges in order.
    package func blurredLines(of lineCount: Int, sampling: PlaneSampling) -> [Range<Int>] {
        let profile = field.profile(lineCount: lineCount, sampling: sampling)
        return profile?.ranges(in: 0..<lineCount, above: FastEngine.greatestUnblurredSigma) ?? [0..<lineCount]
    }
}
