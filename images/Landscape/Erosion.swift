/// Mountains that rise while rivers cut into them, which gives ridges and valleys their natural branching.
///
/// The heights follow the stream power law: a river cuts the faster, the steeper it is and the more land drains into it.
/// Every step is implicit, so steps can be long. Slopes that are too steep for rock slide down.
struct Erosion {
    /// The heights in meters; nodes with no uplift stay at 0.
    private(set) var heights: Grid
    private let uplift: (_ x: Float, _ y: Float) -> Float
    private let noise = Noise(seed: 4)

    /// - Parameters:
    ///   - sizes: The numbers of nodes in each direction from coarse to fine, and the steps at each of them.
    ///   - side: The side of the square in meters.
    ///   - uplift: The uplift per step in meters at a position in fractions of the grid's side.
    init(sizes: [(size: Int, steps: Int)], side: Float, uplift: @escaping (_ x: Float, _ y: Float) -> Float) {
        self.uplift = uplift
        heights = Grid(size: 2)
        for (size, steps) in sizes { refine(to: size, steps: steps, side: side) }
    }

    private mutating func refine(to size: Int, steps: Int, side: Float) {
        let coarse = heights
        let scale = Float(coarse.size - 1) / Float(size - 1)
        let spacing = side / Float(size - 1)
        heights = Grid(size: size) { [noise] x, y in
            let height = coarse.sample(Float(x) * scale, Float(y) * scale)
            return height + spacing * 0.06 * noise.value(Int32(x), Int32(y))
        }
        let rise = Grid(size: size) { x, y in uplift(Float(x) / Float(size - 1), Float(y) / Float(size - 1)) }
        for step in 0..<steps { erode(rise, spacing: spacing, step: Int32(step), isLast: step > steps - 8) }
        crumble(steepest: 1.75 * spacing)
    }

    /// Lowers what stands out so far that it would fall down.
    ///
    /// - Parameter steepest: The greatest difference of neighbors in meters.
    private mutating func crumble(steepest: Float) {
        let size = heights.size
        func lower(_ index: Int, _ neighbors: [(offset: Int, distance: Float)]) {
            for (offset, distance) in neighbors {
                let limit =
                    heights.values[index + offset] + steepest * distance * (0.85 + 0.3 * noise.value(Int32(index), 5))
                heights.values[index] = min(heights.values[index], limit)
            }
        }
        let before: [(offset: Int, distance: Float)] = [
            (-1, 1), (-size, 1), (-size - 1, 1.414_213_5), (-size + 1, 1.414_213_5),
        ]
        let after = before.map { (offset: -$0.offset, distance: $0.distance) }
        let inner = (1..<size - 1).flatMap { y in (1..<size - 1).map { y * size + $0 } }
        for index in inner { lower(index, before) }
        for index in inner.reversed() { lower(index, after) }
    }

    private static let neighbors: [(x: Int, y: Int, distance: Float)] = [
        (-1, 0, 1), (1, 0, 1), (0, -1, 1), (0, 1, 1),
        (-1, -1, 1.414_213_5), (1, -1, 1.414_213_5), (-1, 1, 1.414_213_5), (1, 1, 1.414_213_5),
    ]

    private mutating func erode(_ rise: Grid, spacing: Float, step: Int32, isLast: Bool) {
        let size = heights.size
        let count = size * size
        // the neighbor to which each node drains, or itself
        var receivers = [Int32](repeating: 0, count: count)
        var distances = [Float](repeating: 1, count: count)
        var (firstDonors, nextDonors) = ([Int32](repeating: -1, count: count), [Int32](repeating: -1, count: count))
        var order: [Int32] = []
        order.reserveCapacity(count)
        for y in 0..<size {
            for x in 0..<size {
                let index = y * size + x
                receivers[index] = Int32(index)
                guard rise.values[index] > 0, x > 0, y > 0, x < size - 1, y < size - 1 else {
                    order.append(Int32(index))
                    continue
                }
                var (steepest, lowest): (Float, Float) = (0, .infinity)
                let random = noise.bytes(Int32(index), step)
                for (number, (dx, dy, flat)) in Self.neighbors.enumerated() {
                    let neighbor = index + dy * size + dx
                    // Random lengths keep rivers and slopes from following the directions of the grid.
                    let distance = flat * (0.75 + 0.5 * (number < 4 ? random[number] : 1 - random[number - 4]))
                    let slope = (heights.values[index] - heights.values[neighbor]) / distance
                    lowest = min(lowest, heights.values[neighbor])
                    guard slope > steepest else { continue }
                    steepest = slope
                    receivers[index] = Int32(neighbor)
                    distances[index] = distance
                }
                let receiver = Int(receivers[index])
                if receiver == index {
                    // A hollow fills with water and rubble.
                    heights.values[index] = max(heights.values[index] + (isLast ? 0 : rise.values[index]), lowest + 1)
                    order.append(Int32(index))
                } else {
                    nextDonors[index] = firstDonors[receiver]
                    firstDonors[receiver] = Int32(index)
                }
            }
        }
        var next = 0
        while next < order.count {
            var donor = firstDonors[Int(order[next])]
            while donor >= 0 {
                order.append(donor)
                donor = nextDonors[Int(donor)]
            }
            next += 1
        }
        var areas = [Float](repeating: spacing * spacing, count: count)
        for node in order.reversed() where receivers[Int(node)] != node {
            areas[Int(receivers[Int(node)])] += areas[Int(node)]
        }
        cut(order, receivers, distances, areas, rise, spacing)
    }

    /// Moves every node, from the mouths of the rivers to the ridges.
    private mutating func cut(
        _ order: [Int32], _ receivers: [Int32], _ distances: [Float], _ areas: [Float], _ rise: Grid, _ spacing: Float
    ) {
        for node in order {
            let index = Int(node)
            let receiver = Int(receivers[index])
            guard receiver != index else {
                let (x, y) = (index % heights.size, index / heights.size)
                let isEdge = x == 0 || y == 0 || x == heights.size - 1 || y == heights.size - 1
                if isEdge || rise.values[index] <= 0 { heights.values[index] = 0 }
                continue
            }
            let distance = distances[index] * spacing
            let strength = 0.42 * areas[index].squareRoot() / distance
            let target = heights.values[receiver]
            let height = (heights.values[index] + rise.values[index] + strength * target) / (1 + strength)
            let hardness = noise.value(Int32(index % heights.size / 9), Int32(index / heights.size / 9))
            heights.values[index] = min(height, target + distance * (0.80 + 0.55 * hardness))
        }
    }
}
