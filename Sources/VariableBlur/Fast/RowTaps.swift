/// The rows of a level that a row of the result is the weighted sum of.
struct RowTaps {
    /// Instead of a row of the level: the image's first row, reduced along its length only; `clamp` needs it.
    static let topEdge = Int.min
    /// The same for the image's last row.
    static let bottomEdge = Int.max

    private(set) var rows: [Int] = []
    /// Fractions of 32768.
    private(set) var weights: [Int16] = []
    private var (exactSum, roundedSum) = (0.0, 0)

    mutating func removeAll() {
        rows.removeAll(keepingCapacity: true)
        weights.removeAll(keepingCapacity: true)
        (exactSum, roundedSum) = (0, 0)
    }

    /// Adds a row; what its weight loses by rounding is carried on to the next one's.
    mutating func append(_ row: Int, _ weight: Double) {
        exactSum += weight
        let total = FixedPoint.rounded(exactSum)
        let part = total - roundedSum
        roundedSum = total
        guard part != 0 else { return }
        // 1 itself is too large for a weight
        if part > 32767 { add(row, part - 16384) }
        add(row, part > 32767 ? 16384 : part)
    }

    private mutating func add(_ row: Int, _ weight: Int) {
        rows.append(row)
        weights.append(Int16(weight))
    }

    /// The last row of the level that is needed.
    var lastRow: Int { rows.reduce(Int.min) { $1 == Self.bottomEdge ? $0 : max($0, $1) } }
}
