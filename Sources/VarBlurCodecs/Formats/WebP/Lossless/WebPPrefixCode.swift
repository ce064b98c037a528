/// A prefix code of a lossless WebP image (RFC 9649, section 3.7.2).
struct WebPPrefixCode {
    /// The number of codes of each length, from 0 to 15 bits.
    private var counts = [Int](repeating: 0, count: longest + 1)
    /// The symbols in the order of their codes.
    private var symbols: [Int] = []

    private static let longest = 15
    /// The order in which the lengths of the code for code lengths are stored.
    private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    /// The length that is repeated if none precedes.
    private static let firstLength = 8

    /// Creates the code with a length for each symbol, 0 for symbols without a code; `nil` unless the code is complete.
    private init?(lengths: [Int]) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        for length in 1...Self.longest {
            for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
        }
        // A single symbol needs no bits.
        if symbols.count == 1 { return }
        var open = 1
        for length in 1...Self.longest {
            open = 2 * open - counts[length]
            if open < 0 { return nil }
        }
        if open != 0 { return nil }
    }

    /// Reads the code of an alphabet; `nil` if it is invalid.
    init?(alphabetCount: Int, _ bits: inout WebPBitReader) {
        guard let isSimple = bits.flag(),
            let lengths = isSimple
                ? Self.simpleLengths(alphabetCount, &bits) : Self.normalLengths(alphabetCount, &bits)
        else { return nil }
        self.init(lengths: lengths)
    }

    /// The lengths of a code of one or two symbols.
    private static func simpleLengths(_ alphabetCount: Int, _ bits: inout WebPBitReader) -> [Int]? {
        var lengths = [Int](repeating: 0, count: max(alphabetCount, 256))
        guard let hasTwo = bits.flag(), let isLong = bits.flag(), let first = bits.read(isLong ? 8 : 1) else {
            return nil
        }
        lengths[first] = 1
        if hasTwo {
            guard let second = bits.read(8) else { return nil }
            lengths[second] = 1
        }
        return Array(lengths.prefix(alphabetCount))
    }

    /// The lengths of a code, which are stored in a prefix code themselves.
    private static func normalLengths(_ alphabetCount: Int, _ bits: inout WebPBitReader) -> [Int]? {
        guard let codeCount = bits.read(4) else { return nil }
        var codeLengths = [Int](repeating: 0, count: lengthOrder.count)
        for symbol in lengthOrder.prefix(4 + codeCount) {
            guard let length = bits.read(3) else { return nil }
            codeLengths[symbol] = length
        }
        guard let code = WebPPrefixCode(lengths: codeLengths), var left = lengthCodeCount(alphabetCount, &bits) else {
            return nil
        }
        var lengths: [Int] = []
        var last = firstLength
        while lengths.count < alphabetCount && left > 0 {
            left -= 1
            guard let symbol = code.symbol(&bits) else { return nil }
            if symbol < 16 {
                lengths.append(symbol)
                if symbol > 0 { last = symbol }
                continue
            }
            let (extra, least) = [(2, 3), (3, 3), (7, 11)][symbol - 16]
            guard let more = bits.read(extra), lengths.count + least + more <= alphabetCount else { return nil }
            lengths += [Int](repeating: symbol == 16 ? last : 0, count: least + more)
        }
        return lengths + [Int](repeating: 0, count: alphabetCount - lengths.count)
    }

    /// The number of codes with which the lengths are stored.
    private static func lengthCodeCount(_ alphabetCount: Int, _ bits: inout WebPBitReader) -> Int? {
        guard let isLimited = bits.flag() else { return nil }
        guard isLimited else { return alphabetCount }
        guard let size = bits.read(3), let count = bits.read(2 + 2 * size), 2 + count <= alphabetCount else {
            return nil
        }
        return 2 + count
    }

    /// Reads a symbol; `nil` at the end of the bits.
    func symbol(_ bits: inout WebPBitReader) -> Int? {
        if symbols.count == 1 { return symbols[0] }
        var (code, first, index) = (0, 0, 0)
        for length in 1...Self.longest {
            guard let bit = bits.read(1) else { return nil }
            code |= bit
            if code - first < counts[length] { return symbols[index + code - first] }
            index += counts[length]
            first = (first + counts[length]) << 1
            code <<= 1
        }
        return nil
    }
}
