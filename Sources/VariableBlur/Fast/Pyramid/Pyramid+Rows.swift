// How rows of the levels depend on rows of the image.
extension Pyramid {
    /// The last row of a level; decimation spreads the image beyond its end.
    static func lastRow(_ vertical: AxisLevels, _ level: Int) -> Int {
        level == 0 ? vertical.count - 1 : vertical.length(level) + NormalizationResponse.spread - 1
    }

    /// The latest row of a level that can be computed from the rows of the level below up to `below`.
    static func latest(_ vertical: AxisLevels, _ level: Int, below: Int) -> Int {
        guard below < lastRow(vertical, level - 1) else { return lastRow(vertical, level) }
        return min((below - 3) >> 1, lastRow(vertical, level))
    }

    /// The latest row of a level that can be computed from the rows of the image up to `source`.
    static func latest(_ vertical: AxisLevels, _ level: Int, source: Int) -> Int {
        (0..<level).reduce(source) { latest(vertical, $1 + 1, below: $0) }
    }

    /// The last row of the image that a row of a level depends on.
    static func lastSourceRow(_ vertical: AxisLevels, _ level: Int, of row: Int) -> Int {
        (0..<level).reversed().reduce(row) { min(2 * $0 + 3, lastRow(vertical, $1)) }
    }
}
