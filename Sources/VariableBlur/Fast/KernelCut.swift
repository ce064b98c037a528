/// How far a kernel reaches on each side.
enum KernelCut {
    /// In standard deviations, above level 0.
    static let coarse = 3.7

    /// In samples of a level, for a σ in these.
    ///
    /// Where an axis is too short for a coarser level, a wide kernel is cut where nothing can be seen of it.
    static func reach(sigma: Double, level: Int) -> Double {
        guard level == 0 else { return coarse * sigma }
        return sigma < AxisLevels.switchSigma ? Double(FixedPoint.ceiling(3.4 * sigma)) : (6 * sigma).rounded(.up)
    }
}
