/// The samples that tiles read.
struct TileWindows {
    private let scales: FieldScales
    private let chain: ResolutionChain
    private let vertical: AxisDomain
    private let horizontal: AxisDomain

    init(_ geometry: FieldGeometry, _ chain: ResolutionChain, vertical: AxisDomain, horizontal: AxisDomain) {
        (scales, self.chain, self.vertical, self.horizontal) = (geometry.scales, chain, vertical, horizontal)
    }

    /// The samples that a set of nodes of a tile reads at the resolution of the set.
    func windows(_ tile: FieldTile, _ set: NodeSet, step: Int) -> (rows: AxisWindow, columns: AxisWindow) {
        let levels = chain.steps[step]
        let rows = vertical.window(
            FieldJob.results(tile.blurredRows, level: levels.verticalLevel), level: levels.verticalLevel,
            greatestSigma: set.greatestSigma * scales.vertical)
        let columns = horizontal.window(
            FieldJob.results(tile.blurredColumns, level: levels.horizontalLevel), level: levels.horizontalLevel,
            greatestSigma: set.greatestSigma * scales.horizontal)
        return (rows, columns)
    }

    /// Whether a matte covers nothing wherever a tile reads.
    func isUncovered(_ tile: FieldTile, _ map: MatteMap) -> Bool {
        zip(tile.sets, tile.steps).allSatisfy { set, step in
            let (rows, columns) = windows(tile, set, step: step)
            let levels = chain.steps[step]
            return rows.ranges.allSatisfy { rows in
                let rows = Self.pixels(rows, level: levels.verticalLevel)
                return columns.ranges.allSatisfy {
                    map.isUncovered(columns: Self.pixels($0, level: levels.horizontalLevel), rows: rows)
                }
            }
        }
    }

    /// The number of pixels on each side of a pixel that a set of nodes reads at most.
    func reach(_ set: NodeSet, step: Int) -> (rows: Int, columns: Int) {
        func reach(_ domain: AxisDomain, _ level: Int, _ scale: Double) -> Int {
            let samples = domain.reach(sigma: set.greatestSigma * scale, level: level)
            return level == 0 ? samples : (samples + SmoothDoubling.reach + 1) << level + Self.decimationReach(level)
        }
        let levels = chain.steps[step]
        return (
            reach(vertical, levels.verticalLevel, scales.vertical),
            reach(horizontal, levels.horizontalLevel, scales.horizontal)
        )
    }

    /// The number of pixels on each side of those of a sample from which the sample is decimated, too.
    private static func decimationReach(_ level: Int) -> Int {
        // each decimation reads two more samples on both sides
        2 * ((1 << level) - 1)
    }

    /// The pixels from which some samples of a level are decimated.
    private static func pixels(_ samples: Range<Int>, level: Int) -> Range<Int> {
        let reach = decimationReach(level)
        return samples.lowerBound << level - reach..<samples.upperBound << level + reach
    }
}
