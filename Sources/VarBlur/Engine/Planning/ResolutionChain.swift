/// The resolutions at which an image is blurred, from full resolution to the coarsest: the levels of both axes.
///
/// From each resolution to the next, one axis or both have their level raised by 1. The axes differ if one is too short for more levels, or
/// if a plane is subsampled differently along them.
struct ResolutionChain {
    /// A resolution.
    struct Step: Equatable {
        let verticalLevel: Int
        let horizontalLevel: Int

        /// Full resolution.
        static let full = Step(verticalLevel: 0, horizontalLevel: 0)

        var greatestLevel: Int { max(verticalLevel, horizontalLevel) }
    }

    let vertical: AxisLevels
    let horizontal: AxisLevels
    let steps: [Step]
    /// The least σ of each step.
    private let leastSigmas: [Double]

    /// Prepares the resolutions for radii up to `greatest`.
    ///
    /// σ is that of the axis with the larger one; `scales` are the factors from it to the σ across and along the rows.
    init(vertical: AxisLevels, horizontal: AxisLevels, scales: FieldScales, greatest: Double) {
        (self.vertical, self.horizontal) = (vertical, horizontal)
        func switches(_ axis: AxisLevels, _ scale: Double) -> [Double] {
            stride(from: 1, through: axis.coarsest, by: 1).map {
                AxisLevels.switchSigma * Double(1 << ($0 - 1)) / scale
            }
        }
        let (across, along) = (switches(vertical, scales.vertical), switches(horizontal, scales.horizontal))
        var (steps, sigmas) = ([Step.full], [0.0])
        for sigma in Set(across + along).sorted() where sigma <= greatest {
            // switches that differ by rounding only are one
            let reached = sigma * (1 + 1e-9)
            let step = Step(
                verticalLevel: across.count { $0 <= reached }, horizontalLevel: along.count { $0 <= reached })
            if step == steps[steps.count - 1] { continue }
            steps.append(step)
            sigmas.append(sigma)
        }
        (self.steps, leastSigmas) = (steps, sigmas)
    }

    /// The least σ that is blurred at a resolution.
    func leastSigma(_ step: Int) -> Double { leastSigmas[step] }

    /// The index of the coarsest resolution at which a σ may be blurred.
    func step(sigma: Double) -> Int { (leastSigmas.lastIndex { $0 <= sigma }) ?? 0 }
}

/// The standard deviations across and along the rows of a plane, relative to the larger of the two.
struct FieldScales {
    let vertical: Double
    let horizontal: Double
    /// The factor from a radius in pixels of the image to the larger standard deviation in samples of the plane.
    let radius: Double

    init(_ sampling: PlaneSampling) {
        let least = min(sampling.verticalRatio, sampling.horizontalRatio)
        (vertical, horizontal) = (least / sampling.verticalRatio, least / sampling.horizontalRatio)
        radius = 1 / least
    }
}
