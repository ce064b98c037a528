/// A square grid of numbers over a square of the ground, interpolated in between.
struct Grid: Sendable {
    /// The number of samples in each direction.
    let size: Int
    var values: [Float]

    init(size: Int) {
        self.size = size
        values = Array(repeating: 0, count: size * size)
    }

    init(size: Int, _ value: (_ x: Int, _ y: Int) -> Float) {
        self.size = size
        values = (0..<size * size).map { value($0 % size, $0 / size) }
    }

    /// Computes the values on all processors.
    init(size: Int, _ value: @escaping @Sendable (_ x: Int, _ y: Int) -> Float) async {
        self.size = size
        values = await concurrently(size) { y in (0..<size).map { value($0, y) } }.flatMap { $0 }
    }

    /// The value at a position in units of samples; positions outside are mirrored back inside.
    @inline(__always)
    func sample(_ x: Float, _ y: Float) -> Float {
        let (x, y) = (mirrored(x), mirrored(y))
        let (ix, iy) = (min(Int(x), size - 2), min(Int(y), size - 2))
        let (fx, fy) = (x - Float(ix), y - Float(iy))
        let index = iy * size + ix
        let upper = mix(values[index], values[index + 1], fx)
        return mix(upper, mix(values[index + size], values[index + size + 1], fx), fy)
    }

    @inline(__always)
    private func mirrored(_ x: Float) -> Float {
        let last = Float(size - 1)
        let folded = x < 0 ? -x : x > last ? 2 * last - x : x
        return min(max(folded, 0), last)
    }

    /// The mean over squares of `2 * radius + 1` samples.
    func blurred(radius: Int) -> Grid {
        var (result, line) = (self, [Float](repeating: 0, count: size))
        for stride in [(step: 1, line: size), (step: size, line: 1)] {
            for index in 0..<size {
                let start = index * stride.line
                var sum: Float = 0
                for i in -radius...radius { sum += result.values[start + min(max(i, 0), size - 1) * stride.step] }
                for i in 0..<size {
                    line[i] = sum / Float(2 * radius + 1)
                    sum += result.values[start + min(i + radius + 1, size - 1) * stride.step]
                    sum -= result.values[start + max(i - radius, 0) * stride.step]
                }
                for i in 0..<size { result.values[start + i * stride.step] = line[i] }
            }
        }
        return result
    }
}
