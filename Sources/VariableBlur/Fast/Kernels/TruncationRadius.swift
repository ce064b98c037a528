/// The distance from its center at which a kernel is truncated.
enum TruncationRadius {
    /// The truncation radius above level 0, in standard deviations.
    static let coarseFactor = 3.7

    /// The truncation radius in samples of a level, for a σ in samples of the level.
    ///
    /// Level 0 blurs σ of `switchSigma` or more only if the axis is too short for coarser levels. Those kernels are truncated
    /// at 6 σ, where nothing visible is lost.
    static func radius(sigma: Double, level: Int) -> Double {
        guard level == 0 else { return coarseFactor * sigma }
        return sigma < AxisLevels.switchSigma ? Double(FastRounding.ceiling(3.4 * sigma)) : (6 * sigma).rounded(.up)
    }
}
