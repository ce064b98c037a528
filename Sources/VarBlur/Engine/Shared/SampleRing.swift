/// A ring buffer of rows of samples.
///
/// Samples that nothing writes, such as those of the padding, are zero.
///
/// Kept small, because structs that contain several rings are passed by value.
@safe
struct SampleRing {
    private let start: UnsafeMutableRawPointer
    let samplesPerRow: Int
    /// The capacity in rows, a power of two, minus one.
    private let mask: UInt32
    private let sampleSize: UInt32

    /// Allocates memory for at least `count` rows of samples, all zero.
    init(_ count: Int, samplesPerRow: Int, for loops: InnerLoops, arena: Arena) throws(BlurError) {
        var capacity = 1
        while capacity < count { capacity *= 2 }
        let (samples, samplesOverflow) = capacity.multipliedReportingOverflow(by: samplesPerRow)
        let (bytes, bytesOverflow) = samples.multipliedReportingOverflow(by: loops.sampleSize)
        unsafe start = UnsafeMutableRawPointer(
            try arena.allocate(samplesOverflow || bytesOverflow ? Int.max : bytes, of: UInt8.self))
        self.samplesPerRow = samplesPerRow
        (mask, sampleSize) = (UInt32(capacity - 1), UInt32(loops.sampleSize))
    }

    /// The first sample of a row; rows whose indices differ by the capacity share their memory.
    func row(_ index: Int) -> SamplePointer {
        unsafe SamplePointer(address: start, sampleSize: Int(sampleSize)) + (index & Int(mask)) * samplesPerRow
    }
}
