/// Adds a row, multiplied by a weight, to a row of sums of the same length.
func addScaled(_ row: Span<Double>, by weight: Double, to sums: inout MutableSpan<Double>) {
    let count = sums.count
    precondition(row.count == count)
    for index in 0..<count { sums[index] += weight * row[index] }
}

/// Convolves part of a row with a symmetric kernel that lies within the row.
///
/// - Parameters:
///   - row: the samples to read.
///   - centers: the indices in `row` of the kernel's centers.
///   - stride: the distance from a sample to its neighbor of the same channel.
///   - kernel: the weights at distance 0, 1, … on each side.
///   - result: the row to which the sums are added.
///   - first: the index in `result` of the first sum.
/// - Complexity: O(`kernel.count` × `centers.count`).
func convolve(
    _ row: Span<Double>, _ centers: Range<Int>, stride: Int, kernel: [Double],
    into result: inout MutableSpan<Double>, from first: Int
) {
    let count = centers.count
    precondition(first >= 0 && count <= result.count - first)
    for distance in kernel.indices {
        let before = row.extracting(
            centers.lowerBound - distance * stride..<centers.upperBound - distance * stride)
        let after = row.extracting(
            centers.lowerBound + distance * stride..<centers.upperBound + distance * stride)
        let weight = distance == 0 ? kernel[0] / 2 : kernel[distance]
        for index in 0..<count { result[first + index] += weight * (before[index] + after[index]) }
    }
}

/// The weighted sum of every `stride`-th sample, starting with `first`.
func weightedSum(_ row: Span<Double>, from first: Int, stride: Int, weights: [Double]) -> Double {
    var sum = 0.0
    for index in weights.indices { sum += weights[index] * row[first + index * stride] }
    return sum
}
