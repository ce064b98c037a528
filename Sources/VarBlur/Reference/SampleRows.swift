/// Rows of samples in double precision.
@safe
struct SampleRows: ~Copyable {
    let rowCount: Int
    let samplesPerRow: Int
    private let memory: CheckedMemory

    init(rowCount: Int, samplesPerRow: Int) throws(BlurError) {
        memory = try CheckedMemory(count: rowCount, of: samplesPerRow * MemoryLayout<Double>.stride)
        self.rowCount = rowCount
        self.samplesPerRow = samplesPerRow
    }

    @_lifetime(borrow self)
    func row(_ index: Int) -> Span<Double> {
        let span = unsafe Span(_unsafeStart: start(of: index), count: samplesPerRow)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    @_lifetime(&self)
    mutating func mutableRow(_ index: Int) -> MutableSpan<Double> {
        let span = unsafe MutableSpan(_unsafeStart: start(of: index), count: samplesPerRow)
        return unsafe _overrideLifetime(span, mutating: &self)
    }

    private func start(of index: Int) -> UnsafeMutablePointer<Double> {
        precondition(index >= 0 && index < rowCount, "row \(index) is not one of \(rowCount)")
        let first = unsafe memory.base.assumingMemoryBound(to: Double.self)
        return unsafe first + index * samplesPerRow
    }
}
