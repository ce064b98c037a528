/// Rows of samples in checked memory, which stays zero wherever no row has samples.
@safe
final class SampleStore {
    let samplesPerRow: Int
    private let base: UnsafeMutablePointer<Int16>
    private let mask: Int
    private let memory: CheckedMemory

    /// Takes memory for at least `rows` rows.
    init(rows: Int, samplesPerRow: Int) throws(BlurError) {
        var capacity = 1
        while capacity < rows { capacity *= 2 }
        mask = capacity - 1
        self.samplesPerRow = samplesPerRow
        memory = try CheckedMemory(count: capacity, of: samplesPerRow * MemoryLayout<Int16>.stride)
        unsafe base = memory.base.assumingMemoryBound(to: Int16.self)
    }

    /// The first sample of a row; rows whose numbers differ by a power of two that is the capacity share their memory.
    func row(_ index: Int) -> UnsafeMutablePointer<Int16> { unsafe base + (index & mask) * samplesPerRow }
}
