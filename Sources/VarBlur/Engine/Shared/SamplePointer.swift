/// A pointer into a row of samples, whose type depends on the depth: `Int16` for 8-bit images, `Float` for 16-bit images.
@unsafe
struct SamplePointer: BitwiseCopyable {
    let address: UnsafeMutableRawPointer
    /// The size of a sample in bytes.
    let sampleSize: Int

    static func + (pointer: SamplePointer, count: Int) -> SamplePointer {
        unsafe SamplePointer(address: pointer.address + count &* pointer.sampleSize, sampleSize: pointer.sampleSize)
    }

    static func - (pointer: SamplePointer, count: Int) -> SamplePointer { unsafe pointer + -count }

    /// Copies samples from another address to this one.
    func copy(_ count: Int, from other: SamplePointer) {
        unsafe address.copyMemory(from: other.address, byteCount: count * sampleSize)
    }

    /// Sets samples to zero.
    func zero(_ count: Int) {
        unsafe address.initializeMemory(as: UInt8.self, repeating: 0, count: count * sampleSize)
    }
}
