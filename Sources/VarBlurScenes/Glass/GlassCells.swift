internal import VarBlur

/// The squares into which a group of items is divided, and the items that matter in each of them.
///
/// The squares belong to a grid that does not depend on the items. So a pixel is always computed in the same way.
struct GlassCells: Sendable {
    /// The number of pixels along a side: the samples of a tile without those at its edge, which only serve for gradients.
    static let side = DistanceTile.side - 2

    /// A square in which pixels are covered with glass.
    struct Cell: Sendable {
        let column: Int
        let row: Int
        /// The indices of the items.
        let items: [Int]

        /// The pixels of the square.
        var region: PixelRegion {
            PixelRegion(
                x: column * GlassCells.side, y: row * GlassCells.side, width: GlassCells.side, height: GlassCells.side)
        }

        /// The position of the first sample of a tile: the center of the pixel before the first one.
        var origin: ScenePoint {
            ScenePoint(x: Double(column * GlassCells.side) - 0.5, y: Double(row * GlassCells.side) - 0.5)
        }
    }

    let cells: [Cell]

    /// The greatest number of items in a cell.
    var greatestItemCount: Int { cells.map(\.items.count).max() ?? 0 }

    /// Finds the cells of a region.
    init(_ group: GlassGroup, _ plan: GlassPlan, in region: PixelRegion) {
        cells = Self.range(region.rows).flatMap { row in
            Self.range(region.columns).compactMap { column in
                Self.items(group, plan, column: column, row: row)
                    .map { Cell(column: column, row: row, items: $0) }
            }
        }
    }

    /// The columns or rows of the grid that contain pixels.
    static func range(_ pixels: Range<Int>) -> ClosedRange<Int> {
        func index(_ pixel: Int) -> Int { Int((Double(pixel) / Double(side)).rounded(.down)) }
        return index(pixels.lowerBound)...index(pixels.upperBound - 1)
    }

    /// The items that may matter to some sample of a cell; `nil` if no sample is covered.
    ///
    /// With a the least distance of a sample, items farther away than a + the reach of the melting neither melt with the nearest
    /// item nor, by melting with others, come closer than it.
    private static func items(_ group: GlassGroup, _ plan: GlassPlan, column: Int, row: Int) -> [Int]? {
        let empty = Cell(column: column, row: row, items: [])
        let half = Double(DistanceTile.side - 1) / 2
        let center = ScenePoint(x: empty.origin.x + half, y: empty.origin.y + half)
        let samples = SceneRectangle(center: center, size: SceneSize(width: 2 * half, height: 2 * half))
        // rounding of the distances of tiles
        let slack = 0.01
        let (reach, covered) = (DistanceTile.reach + slack, plan.fusionReach / 4 + 1)
        let mixing = max(plan.spacing, plan.fusionReach)
        var (near, leastUpper): ([(index: Int, distance: Double)], Double) = ([], .infinity)
        for (index, item) in group.items.enumerated() {
            guard item.bounds.distance(to: samples) <= covered + 2 * reach + mixing else { continue }
            let distance = item.distance.distance(to: center)
            near.append((index, distance))
            leastUpper = min(leastUpper, distance + reach)
        }
        guard near.contains(where: { $0.distance - reach <= covered }) else { return nil }
        return near.filter { $0.distance - reach <= leastUpper + mixing }.map(\.index)
    }
}
