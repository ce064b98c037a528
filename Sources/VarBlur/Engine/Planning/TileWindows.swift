/// The samples that tiles read.
struct TileWindows {
    private let scales: FieldScales
    private let chain: ResolutionChain
    private let vertical: AxisDomain
    private let horizontal: AxisDomain

    /// The standard deviations beyond which pixels that are wholly in front change less than 1/100 of an 8-bit step.
    private static let visibleReach = 4.0

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

    /// Whether a matte covers nothing wherever a tile reads, as far as that is visible.
    func isUncovered(_ tile: FieldTile, _ map: MatteMap) -> Bool {
        zip(tile.sets, tile.steps).allSatisfy { set, step in
            let (rows, columns) = windows(tile, set, step: step)
            let (levels, reach) = (chain.steps[step], reach(set))
            return rows.ranges.allSatisfy { rows in
                let rows = visible(Self.pixels(rows, level: levels.verticalLevel), tile.rows, reach.rows)
                return columns.ranges.allSatisfy { columns in
                    let pixels = Self.pixels(columns, level: levels.horizontalLevel)
                    return map.isUncovered(columns: visible(pixels, tile.columns, reach.columns), rows: rows)
                }
            }
        }
    }

    /// The number of pixels on each side of a pixel beyond which what is in front has no visible effect.
    func reach(_ set: NodeSet) -> (rows: Int, columns: Int) {
        func reach(_ domain: AxisDomain, _ scale: Double) -> Int {
            Int(min(Self.visibleReach * set.greatestSigma * scale, Double(domain.axis.count)).rounded(.up))
        }
        return (reach(vertical, scales.vertical), reach(horizontal, scales.horizontal))
    }

    /// Those of some pixels that have a visible effect on a tile.
    private func visible(_ pixels: Range<Int>, _ tile: Range<Int>, _ reach: Int) -> Range<Int> {
        // beyond edges that wrap, distant pixels are near
        if vertical.edges == .wrap { return pixels }
        return pixels.clamped(to: tile.lowerBound - reach..<tile.upperBound + reach)
    }

    /// The pixels from which some samples of a level are decimated.
    private static func pixels(_ samples: Range<Int>, level: Int) -> Range<Int> {
        // each decimation reads two more samples on both sides
        let reach = 2 * ((1 << level) - 1)
        return samples.lowerBound << level - reach..<samples.upperBound << level + reach
    }
}
