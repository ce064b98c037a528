extension ProgressiveBlur {
    /// The lines of a plane that the blur changes: rows from top or bottom, else columns.
    package func blurredLines(of count: Int, sampling: PlaneSampling) -> Range<Int> {
        RadiusRamp(self, count: count, sampling: sampling).lines(0..<count, above: FastEngine.greatestClearRadius)
    }
}
