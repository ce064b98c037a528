/// Rows of samples in checked memory, which stays zero wherever no row has samples.
@safe
final class SampleStore {
    let samplesPerRow: Int
    private let capacity: Int
    private let memory: CheckedMemory

    init(rows: Int, samplesPerRow: Int) throws(BlurError) {
        capacity = rows
        self.samplesPerRow = samplesPerRow
        memory = try CheckedMemory(count: rows, of: samplesPerRow * MemoryLayout<Int16>.stride)
    }

    /// The first sample of a row; rows whose numbers differ by the capacity share their memory.
    func row(_ index: Int) -> UnsafeMutablePointer<Int16> {
        let slot = ((index % capacity) + capacity) % capacity
        return unsafe memory.base.assumingMemoryBound(to: Int16.self) + slot * samplesPerRow
    }
}
