/// Reads the bits of a lossless WebP image, the least significant of each byte first.
struct WebPBitReader {
    private let file: FileContents
    private let end: Int
    private var offset: Int
    private var word: UInt64 = 0
    private var count = 0

    /// Begins at the first of some bytes of a file.
    init(_ file: FileContents, _ range: Range<Int>) {
        (self.file, offset, end) = (file, range.lowerBound, range.upperBound)
    }

    /// The integer of the next bits, at most 32; `nil` if there are fewer.
    mutating func read(_ bitCount: Int) -> Int? {
        while count < bitCount {
            guard offset < end else { return nil }
            word |= UInt64(file[offset]) << UInt64(count)
            offset += 1
            count += 8
        }
        let value = Int(word & ((1 << UInt64(bitCount)) - 1))
        word >>= UInt64(bitCount)
        count -= bitCount
        return value
    }

    /// The next bit as a flag.
    mutating func flag() -> Bool? { read(1).map { $0 == 1 } }
}
