internal import VarBlur

/// The common field of a group of items in one cell: signed distances of the melted outline, and mixtures of the items' properties.
///
/// For each pair of items with the distances a and b and the unit gradients m and n, the field is
/// min(a, b) - max(k' - |a - b|, 0)² / 4k' with k' = k √((1 - m·n) / 2), and the least value of all pairs counts. The factor k' keeps
/// parallel sides, whose gradients agree, from bulging. The minimum makes the order of the items irrelevant.
@safe
final class GlassField {
    private typealias Lane = DistanceTile.Lane

    /// The value of every sample of a tile, row after row.
    let values: UnsafeMutablePointer<Float>
    /// The width of the bevel at every sample.
    let bevels: UnsafeMutablePointer<Float>
    /// The tint at every sample: blue, green and red, 0 to 255, and opacity.
    let tints: UnsafeMutablePointer<SIMD4<Float>>

    private let memory: CheckedMemory
    private let fusionReach: Float
    private let spacing: Float

    private static let sampleCount = DistanceTile.side * DistanceTile.side

    /// Allocates memory.
    init(_ plan: GlassPlan) throws(BlurError) {
        (fusionReach, spacing) = (Float(plan.fusionReach), Float(plan.spacing))
        let count = Self.sampleCount
        memory = try CheckedMemory(count: 6 * count, of: MemoryLayout<Float>.stride)
        unsafe values = memory.base.bindMemory(to: Float.self, capacity: count)
        unsafe bevels = (memory.base + 4 * count).bindMemory(to: Float.self, capacity: count)
        unsafe tints = (memory.base + 8 * count).bindMemory(to: SIMD4<Float>.self, capacity: count)
    }

    /// Computes the field in a cell; bevels and tints only if `isMixed`.
    func compute(_ cell: GlassCells.Cell, of items: [PlacedGlass], isMixed: Bool, _ scratch: GlassScratch) {
        for (tile, index) in zip(scratch.tiles, cell.items) {
            tile.origin = cell.origin
            items[index].distance.write(to: tile)
        }
        let members = cell.items.map { items[$0] }
        joinOutlines(members, scratch)
        if isMixed { mixProperties(members, scratch) }
    }

    private func joinOutlines(_ members: [PlacedGlass], _ scratch: GlassScratch) {
        let (tiles, nearest) = unsafe (scratch.tiles, scratch.nearest)
        let first = unsafe tiles[0].distance
        unsafe nearest.update(from: first, count: DistanceTile.laneCount)
        for tile in tiles[1..<members.count] {
            for index in 0..<DistanceTile.laneCount {
                unsafe nearest[index] = nearest[index].smaller(tile.distance[index])
            }
        }
        unsafe values.withMemoryRebound(to: Lane.self, capacity: DistanceTile.laneCount) { field in
            unsafe field.update(from: nearest, count: DistanceTile.laneCount)
            for second in members.indices.dropFirst() {
                for first in 0..<second {
                    let reach = fusionReach * (members[first].fusion * members[second].fusion)
                    if reach > 0 { unsafe Self.join(tiles[first], tiles[second], reach: reach, into: field) }
                }
            }
        }
    }

    private static func join(
        _ first: DistanceTile, _ second: DistanceTile, reach: Float, into field: UnsafeMutablePointer<Lane>
    ) {
        for index in 0..<DistanceTile.laneCount {
            let (a, b) = unsafe (first.distance[index], second.distance[index])
            let agreement =
                unsafe first.gradientX[index] * second.gradientX[index]
                + first.gradientY[index] * second.gradientY[index]
            let square = (0.5 - 0.5 * agreement).atLeast(0)
            let k = (square.squareRoot() * reach).atLeast(1e-4)
            let difference = a - b
            let gap = difference.replacing(with: -difference, where: difference .< 0)
            let overlap = (k - gap).atLeast(0)
            let joined = a.smaller(b) - overlap * overlap / (4 * k)
            unsafe field[index] = field[index].smaller(joined)
        }
    }

    /// Mixes the properties of items with the weights max(0, 1 - (d - least d) / spacing)².
    private func mixProperties(_ members: [PlacedGlass], _ scratch: GlassScratch) {
        let first = members[0]
        guard members.contains(where: { $0.bevel != first.bevel || $0.tint != first.tint }) else {
            unsafe bevels.update(repeating: first.bevel, count: Self.sampleCount)
            unsafe tints.update(repeating: first.tint, count: Self.sampleCount)
            return
        }
        guard spacing > 0 else { return mixNearest(members, scratch.tiles) }
        let properties = members.map { ($0.bevel, $0.tint) }
        let distances = unsafe scratch.tiles[..<members.count].map { unsafe $0.distance }
        for index in 0..<DistanceTile.laneCount {
            let nearest = unsafe scratch.nearest[index]
            var (sum, bevel) = (Lane(), Lane())
            var (blue, green, red, opacity) = (Lane(), Lane(), Lane(), Lane())
            for member in properties.indices {
                let closeness = unsafe (1 - (distances[member][index] - nearest) / spacing).atLeast(0)
                let (weight, (itsBevel, itsTint)) = (closeness * closeness, properties[member])
                sum += weight
                bevel += weight * itsBevel
                blue += weight * itsTint.x
                green += weight * itsTint.y
                red += weight * itsTint.z
                opacity += weight * itsTint.w
            }
            let scale = 1 / sum
            (bevel, blue, green, red, opacity) = (
                bevel * scale, blue * scale, green * scale, red * scale, opacity * scale
            )
            for scalar in 0..<Lane.scalarCount {
                let sample = index * Lane.scalarCount + scalar
                unsafe bevels[sample] = bevel[scalar]
                unsafe tints[sample] = SIMD4(blue[scalar], green[scalar], red[scalar], opacity[scalar])
            }
        }
    }

    /// Takes the properties of the nearest item.
    private func mixNearest(_ members: [PlacedGlass], _ tiles: [DistanceTile]) {
        for index in 0..<Self.sampleCount {
            var (least, nearest) = (Float.infinity, 0)
            for member in members.indices {
                let distance = unsafe tiles[member].distance[index / Lane.scalarCount][index % Lane.scalarCount]
                if distance < least { (least, nearest) = (distance, member) }
            }
            unsafe bevels[index] = members[nearest].bevel
            unsafe tints[index] = members[nearest].tint
        }
    }
}

// The functions of the standard library for this are calls, which take more time than the arithmetic.
extension SIMD8<Float> {
    @inline(__always)
    fileprivate func atLeast(_ limit: Float) -> Self { replacing(with: limit, where: self .< limit) }

    @inline(__always)
    fileprivate func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }
}
