/// Where a Gaussian is truncated.
struct Truncation {
    /// The distance from the center above level 0, in standard deviations.
    static let coarseFactor = 3.7

    /// The distance from the center at level 0, in standard deviations.
    let fineFactor: Double

    /// The factor for values as they are stored.
    static let encoded = Truncation(fineFactor: 3.4)
    /// The factor for linear light: near black, a step between two encoded values is a small fraction of the light of a white neighbor.
    static let linear = Truncation(fineFactor: 4)
    /// The factor for linear light with curves that are steep near black, where the first steps are smaller still.
    static let steep = Truncation(fineFactor: 5)

    /// The distance from the center at which a Gaussian is truncated, in samples of a level.
    ///
    /// At level 0, σ is `AxisLevels.switchSigma` or more only if the axis is too short for coarser levels. Such a Gaussian is
    /// truncated at 6 σ, where nothing visible is lost.
    ///
    /// - Parameters:
    ///   - sigma: the standard deviation in samples of the level.
    ///   - level: the level.
    /// - Returns: the distance, a whole number at level 0.
    func distance(sigma: Double, level: Int) -> Double {
        guard level == 0 else { return Self.coarseFactor * sigma }
        return sigma < AxisLevels.switchSigma
            ? Double(FastRounding.ceiling(fineFactor * sigma)) : (6 * sigma).rounded(.up)
    }
}
