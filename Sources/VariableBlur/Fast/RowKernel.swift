/// The weights of a row's filter, and of everything further out than one of them.
@safe
struct RowKernel {
    /// The weights at distance 0, 1, ….
    let taps: UnsafeMutablePointer<Double>
    private(set) var count = 0
    /// The weight of all taps from one on, on one side.
    private let remaining: UnsafeMutablePointer<Double>

    init(capacity: Int, arena: Arena) throws(BlurError) {
        unsafe taps = try arena.take(capacity, of: Double.self)
        unsafe remaining = try arena.take(capacity + 1, of: Double.self)
    }

    /// Scales the taps that have been written, and notes that there is a tail of more weight behind the last.
    mutating func finish(count: Int, scale: Double, tail: Double) {
        self.count = count
        var sum = tail * scale
        unsafe remaining[count] = sum
        for index in (0..<count).reversed() {
            unsafe taps[index] *= scale
            unsafe sum += taps[index]
            unsafe remaining[index] = sum
        }
    }

    func tap(_ distance: Int) -> Double {
        let index = distance < 0 ? 0 &- distance : distance
        return unsafe index < count ? taps[index] : 0
    }

    /// The weight of the tap at `distance` and of all that follow; the distance may be negative.
    func weight(from distance: Int) -> Double {
        if distance > 0 { return unsafe remaining[min(distance, count)] }
        return unsafe 2 * remaining[0] - taps[0] - remaining[min(1 - distance, count)]
    }
}
