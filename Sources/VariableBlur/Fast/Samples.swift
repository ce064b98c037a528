/// A place in a row of samples, which are of the size that the inner loops give them.
@unsafe
struct Samples: BitwiseCopyable {
    let start: UnsafeMutableRawPointer
    /// The size of a sample, in bytes.
    let size: Int

    static func + (place: Samples, count: Int) -> Samples {
        unsafe Samples(start: place.start + count &* place.size, size: place.size)
    }

    static func - (place: Samples, count: Int) -> Samples { unsafe place + -count }

    /// Copies samples from elsewhere to here.
    func copy(_ count: Int, from other: Samples) {
        unsafe start.copyMemory(from: other.start, byteCount: count * size)
    }

    /// Makes samples zero.
    func clear(_ count: Int) { unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: count * size) }
}
