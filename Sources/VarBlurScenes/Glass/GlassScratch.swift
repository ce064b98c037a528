internal import VarBlur

/// Memory that one thread needs to compute the field of a cell, and to draw it.
@safe
final class GlassScratch {
    /// The distances from the items of a cell.
    let tiles: [DistanceTile]
    /// The distance from the nearest item at every sample of a tile.
    let nearest: UnsafeMutablePointer<DistanceTile.Lane>
    /// The opacities of the shadow in a row of a cell.
    let shadows: UnsafeMutablePointer<Float>

    private let memory: CheckedMemory

    /// Allocates memory for cells with up to `itemCount` items.
    init(itemCount: Int) throws(BlurError) {
        var tiles: [DistanceTile] = []
        for _ in 0..<itemCount { tiles.append(try DistanceTile()) }
        self.tiles = tiles
        let count = DistanceTile.side * DistanceTile.side
        memory = try CheckedMemory(count: count + DistanceTile.side, of: MemoryLayout<Float>.stride)
        unsafe nearest = memory.base.bindMemory(to: DistanceTile.Lane.self, capacity: DistanceTile.laneCount)
        unsafe shadows = (memory.base + 4 * count).bindMemory(to: Float.self, capacity: DistanceTile.side)
    }
}
