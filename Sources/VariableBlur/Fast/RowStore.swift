/// Rows of samples, which stay zero wherever no row has samples.
///
/// Small, because what is made of several of them is handed around.
@safe
struct RowStore {
    private let start: UnsafeMutableRawPointer
    let samplesPerRow: Int
    /// The number of rows that there is memory for, a power of two, less one.
    private let mask: UInt32
    private let sampleSize: UInt32

    /// Takes memory for at least `count` rows of samples as the inner loops have them, all zero.
    init(_ count: Int, samplesPerRow: Int, for kernels: Kernels, arena: Arena) throws(BlurError) {
        var capacity = 1
        while capacity < count { capacity *= 2 }
        let (samples, overflow) = capacity.multipliedReportingOverflow(by: samplesPerRow)
        let (bytes, overflowToo) = samples.multipliedReportingOverflow(by: kernels.sampleSize)
        unsafe start = UnsafeMutableRawPointer(
            try arena.allocate(overflow || overflowToo ? Int.max : bytes, of: UInt8.self))
        self.samplesPerRow = samplesPerRow
        (mask, sampleSize) = (UInt32(capacity - 1), UInt32(kernels.sampleSize))
    }

    /// The first sample of a row; rows whose numbers differ by the number of rows share their memory.
    func row(_ index: Int) -> Samples {
        unsafe Samples(start: start, size: Int(sampleSize)) + (index & Int(mask)) * samplesPerRow
    }
}
