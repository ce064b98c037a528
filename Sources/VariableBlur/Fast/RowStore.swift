/// Rows of samples, which stay zero wherever no row has samples.
@safe
struct RowStore {
    let base: Samples
    /// The number of rows that there is memory for, a power of two, less one.
    let mask: Int
    let samplesPerRow: Int

    /// The first sample of a row; rows whose numbers differ by the number of rows share their memory.
    func row(_ index: Int) -> Samples { unsafe base + (index & mask) * samplesPerRow }
}
