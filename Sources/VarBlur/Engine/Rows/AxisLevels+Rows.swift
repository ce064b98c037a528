// How rows of the levels depend on rows of the image.
extension AxisLevels {
    /// The first row of a level; above level 0, decimation spreads the image beyond its start.
    func firstRow(_ level: Int) -> Int { level == 0 ? 0 : -Self.overhang }

    /// The last row of a level; above level 0, decimation spreads the image beyond its end.
    func lastRow(_ level: Int) -> Int { level == 0 ? count - 1 : length(level) + Self.overhang - 1 }

    /// The latest row of a level that can be computed from the rows of the next finer level up to `finer`.
    func latestRow(_ level: Int, finer: Int) -> Int {
        guard finer < lastRow(level - 1) else { return lastRow(level) }
        return min((finer - 3) >> 1, lastRow(level))
    }

    /// The latest row of a level that can be computed from the rows of the image up to `source`.
    func latestRow(_ level: Int, source: Int) -> Int {
        (0..<level).reduce(source) { latestRow($1 + 1, finer: $0) }
    }

    /// The last row of the image that a row of a level depends on.
    func lastSourceRow(forLevelRow row: Int, level: Int) -> Int {
        (0..<level).reversed().reduce(row) { min(2 * $0 + 3, lastRow($1)) }
    }
}
