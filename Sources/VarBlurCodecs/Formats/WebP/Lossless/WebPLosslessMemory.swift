/// The memory for the tables of a lossless WebP image, which a few bytes in the file can make very large.
///
/// The image is divided into blocks, each with one of up to 65,536 groups of five prefix codes. libwebp builds the tables of all
/// groups before it decodes pixels. The block image, which selects the groups, is itself stored like an image, behind the small
/// images of the transforms; all of them are read here as far as needed to count the groups (RFC 9649, section 3).
struct WebPLosslessMemory {
    private var bits: WebPBitReader
    private let deadline: Deadline?
    /// The width after the transforms so far.
    private var width: Int
    private let height: Int
    private var blockImageBytes = 0
    private var groupCount = 1
    private var cacheBits = 0

    /// An upper bound on the memory of tables and transforms, in bytes.
    var byteCount: Int { blockImageBytes + groupCount * groupByteCount }

    private static let bytesPerPixel = 4
    private static let maximumGroupCount = 1 << 16
    /// The minimum number of bits in which a group of five codes can be stored.
    private static let fewestBitsPerGroup = 20

    /// The size of a group in libwebp: an entry of four bytes for each code of a length of up to 8 bits, and further entries
    /// for the longer codes of each alphabet; at most twice as many as needed for the symbols of the color cache.
    private var groupByteCount: Int { 4 * (3_000 + (2 << cacheBits)) + 1024 }

    /// Reads the part of an image before its pixels.
    ///
    /// - Parameters:
    ///   - range: the bytes of the image, from its first transform on.
    ///   - file: the file.
    ///   - size: the width and the height of the image.
    ///   - deadline: the end of the allowed time.
    /// - Throws: an error with the code `timeout`.
    /// - Complexity: O(bits before the pixels).
    init(
        _ range: Range<Int>, of file: FileContents, size: (width: Int, height: Int), deadline: Deadline?
    ) throws(ImageError) {
        bits = WebPBitReader(file, range)
        (width, height) = size
        self.deadline = deadline
        if let count = try countGroups() {
            groupCount = count
        } else {
            // The decoder will fail, too; whatever it does before has this bound.
            cacheBits = Self.maximumCacheBits
            groupCount = min(Self.maximumGroupCount, width * height, 1 + 8 * range.count / Self.fewestBitsPerGroup)
        }
    }

    private static let maximumCacheBits = 11

    /// The number of groups; `nil` if the image is invalid.
    private mutating func countGroups() throws(ImageError) -> Int? {
        while let isTransformed = bits.flag() {
            if isTransformed {
                guard try skipTransform() else { return nil }
                continue
            }
            guard let cacheBits = readCacheBits(), let hasBlocks = bits.flag() else { return nil }
            self.cacheBits = cacheBits
            if !hasBlocks { return 1 }
            guard let count = readBlockCount(), let largest = try largestGroup(inImageOf: count) else { return nil }
            return min(largest + 1, count)
        }
        return nil
    }

    /// Skips a transform; `false` if it is invalid.
    private mutating func skipTransform() throws(ImageError) -> Bool {
        switch bits.read(2) {
        case 0, 1:
            guard let count = readBlockCount() else { return false }
            return try largestGroup(inImageOf: count) != nil
        case 2: return true
        case 3:
            guard let last = bits.read(8), try largestGroup(inImageOf: last + 1) != nil else { return false }
            // The indices of two, four or eight pixels share a pixel if there are few colors.
            let shift = last < 2 ? 3 : last < 4 ? 2 : last < 16 ? 1 : 0
            width = (width + (1 << shift) - 1) >> shift
            return true
        default: return false
        }
    }

    /// Reads the size of blocks; returns the number of blocks.
    private mutating func readBlockCount() -> Int? {
        guard let size = bits.read(3) else { return nil }
        let (shift, rounding) = (size + 2, (1 << (size + 2)) - 1)
        let count = ((width + rounding) >> shift) * ((height + rounding) >> shift)
        blockImageBytes += Self.bytesPerPixel * count
        return count
    }

    /// The binary logarithm of the size of the color cache; 0 if there is none, `nil` if it is invalid.
    private mutating func readCacheBits() -> Int? {
        guard let isCached = bits.flag() else { return nil }
        guard isCached else { return 0 }
        return bits.read(4).flatMap { (1...Self.maximumCacheBits).contains($0) ? $0 : nil }
    }

    /// Reads an image of one group of codes.
    ///
    /// Pixels that are copied from earlier ones or from the color cache, which is black at first, have no other values.
    ///
    /// - Returns: the largest value of red and green in any pixel, which is the number of a group; `nil` if the image is invalid.
    private mutating func largestGroup(inImageOf pixelCount: Int) throws(ImageError) -> Int? {
        guard let cacheBits = readCacheBits(), let codes = readCodes(cacheBits: cacheBits) else { return nil }
        var (left, largest, checkedAt) = (pixelCount, 0, pixelCount)
        while left > 0 {
            if checkedAt - left >= 1 << 12 {
                try deadline?.check()
                checkedAt = left
            }
            guard let symbol = codes[0].symbol(&bits) else { return nil }
            if symbol < 256 {
                guard let red = codes[1].symbol(&bits), codes[2].symbol(&bits) != nil, codes[3].symbol(&bits) != nil
                else { return nil }
                largest = max(largest, red << 8 | symbol)
            }
            let isCopied = (256..<280).contains(symbol)
            guard isCopied else {
                left -= 1
                continue
            }
            guard let length = readLength(symbol - 256), let distance = codes[4].symbol(&bits),
                readLength(distance) != nil
            else { return nil }
            left -= length
        }
        return largest
    }

    /// Reads the codes of green with lengths and the color cache, red, blue, alpha, and distances.
    private mutating func readCodes(cacheBits: Int) -> [WebPPrefixCode]? {
        let counts = [256 + 24 + (cacheBits > 0 ? 1 << cacheBits : 0), 256, 256, 256, 40]
        var codes: [WebPPrefixCode] = []
        for count in counts {
            guard let code = WebPPrefixCode(alphabetCount: count, &bits) else { return nil }
            codes.append(code)
        }
        return codes
    }

    /// Reads the rest of a length or a distance after its symbol.
    private mutating func readLength(_ symbol: Int) -> Int? {
        if symbol < 4 { return symbol + 1 }
        let extra = (symbol - 2) >> 1
        return bits.read(extra).map { ((2 + symbol % 2) << extra) + $0 + 1 }
    }
}
