internal import VarBlur

/// The distances from one shape at a square of samples, and their gradients, in scratch memory.
@safe
final class DistanceTile {
    /// The samples that are computed at once.
    typealias Lane = SIMD8<Float>

    /// The number of samples in a row, and of rows.
    static let side = 32
    static let laneWidth = Lane.scalarCount
    static let lanesPerRow = side / laneWidth
    static let laneCount = side * lanesPerRow
    static let laneOffsets = Lane(0, 1, 2, 3, 4, 5, 6, 7)

    /// The position of the first sample; the others follow at intervals of a pixel.
    var origin = ScenePoint.zero

    /// Row after row.
    let distance: UnsafeMutablePointer<Lane>
    let gradientX: UnsafeMutablePointer<Lane>
    let gradientY: UnsafeMutablePointer<Lane>

    private let memory: CheckedMemory

    init() throws(BlurError) {
        memory = try CheckedMemory(count: 3 * Self.laneCount, of: MemoryLayout<Lane>.stride)
        unsafe distance = memory.base.bindMemory(to: Lane.self, capacity: 3 * Self.laneCount)
        unsafe gradientX = distance + Self.laneCount
        unsafe gradientY = gradientX + Self.laneCount
    }

    /// The middle of the samples.
    var center: ScenePoint {
        let half = Double(Self.side - 1) / 2
        return ScenePoint(x: origin.x + half, y: origin.y + half)
    }

    /// The greatest distance of a sample from the center.
    static let reach = Double(side - 1) / 2 * 2.0.squareRoot()
}

extension ShapeDistance {
    /// Writes the distances and gradients of all samples of a tile.
    func write(to tile: DistanceTile) {
        switch outline {
        case .empty: break
        case .roundedRectangle(let rectangle): rectangle.write(to: tile)
        case .continuousRectangle(let rectangle): rectangle.write(to: tile)
        case .segments(let segments): segments.write(to: tile)
        }
    }
}
