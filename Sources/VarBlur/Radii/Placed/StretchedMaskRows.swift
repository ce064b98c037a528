/// Two neighboring samples of one axis of a mask, and the weight of the second.
struct MaskNeighbors {
    let first: Int
    let second: Int
    let weight: Double

    /// The samples around a position in samples; the first sample's center is at 0.5.
    init(_ position: Double, of count: Int) {
        let limited = min(max(position - 0.5, 0), Double(count - 1))
        first = Int(limited)
        second = min(first + 1, count - 1)
        weight = limited - Double(first)
    }

    func interpolated(_ a: Double, _ b: Double) -> Double { a + (b - a) * weight }
}

/// Rows of a mask, interpolated along the row at the columns of an image.
///
/// The last two rows are kept, because consecutive rows of the image mostly lie between the same rows of the mask.
@safe
struct StretchedMaskRows {
    private let mask: AlphaMask
    /// The samples of the mask from which columns are interpolated.
    private let samples: Range<Int>
    private let columnCount: Int
    /// For every column, the index of the first of its two samples among `samples`, and the weight of the second.
    private let indices: UnsafeMutablePointer<Int32>
    private let weights: UnsafeMutablePointer<Float>
    /// The alphas of `samples` in a row, and that of the last sample once more.
    private let alphas: UnsafeMutablePointer<Float>
    private var (upper, lower): (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
    /// The rows of the mask that are stored.
    private var (upperRow, lowerRow) = (-1, -1)

    /// Calls `body` with rows at columns between some samples of the mask, which must be in ascending order and not empty.
    static func withRows(of mask: AlphaMask, _ columns: [MaskNeighbors], _ body: (inout StretchedMaskRows) -> Void) {
        let samples = columns[0].first..<columns[columns.count - 1].second + 1
        let capacity = 4 * columns.count + samples.count + 1
        unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: capacity) { buffer in
            guard let memory = buffer.baseAddress else { return }
            unsafe (memory + 3 * columns.count).withMemoryRebound(to: Int32.self, capacity: columns.count) { indices in
                var rows = unsafe StretchedMaskRows(mask, samples, columns, memory, indices: indices)
                body(&rows)
            }
        }
    }

    private init(
        _ mask: AlphaMask, _ samples: Range<Int>, _ columns: [MaskNeighbors], _ memory: UnsafeMutablePointer<Float>,
        indices: UnsafeMutablePointer<Int32>
    ) {
        (self.mask, self.samples, columnCount) = (mask, samples, columns.count)
        unsafe (upper, lower, weights) = (memory, memory + columnCount, memory + 2 * columnCount)
        unsafe (self.indices, alphas) = (indices, memory + 4 * columnCount)
        for (index, neighbors) in columns.enumerated() {
            unsafe indices[index] = Int32(truncatingIfNeeded: neighbors.first - samples.lowerBound)
            unsafe weights[index] = Float(neighbors.weight)
        }
    }

    /// The alphas of two rows of the mask at all columns, before inversion; valid until the next call.
    mutating func rows(_ first: Int, _ second: Int) -> (UnsafePointer<Float>, UnsafePointer<Float>) {
        if first != upperRow {
            if first == lowerRow {
                unsafe swap(&upper, &lower)
                swap(&upperRow, &lowerRow)
            } else {
                unsafe stretch(first, into: upper)
                upperRow = first
            }
        }
        if second != lowerRow {
            unsafe stretch(second, into: lower)
            lowerRow = second
        }
        return unsafe (UnsafePointer(upper), UnsafePointer(lower))
    }

    /// Interpolates a row of the mask at all columns.
    private func stretch(_ row: Int, into result: UnsafeMutablePointer<Float>) {
        unsafe mask.readAlphas(row, samples, into: alphas)
        // the second neighbor of the last sample, which has a weight of 0
        unsafe alphas[samples.count] = alphas[samples.count - 1]
        for index in 0..<columnCount {
            let neighbors = unsafe alphas + Int(indices[index])
            unsafe result[index] = neighbors[0] + (neighbors[1] - neighbors[0]) * weights[index]
        }
    }
}
