/// Builds a deflate stream with whatever blocks, codes, and symbols an input selects, and its decompressed bytes.
///
/// All bytes are valid filter types, so that the bytes can be the filtered rows of any image.
struct StreamBuilder {
    private(set) var bits = BitWriter()
    private(set) var output: [UInt8] = []
    private var choices: Choices
    private let windowSize: Int
    private let limit: Int

    private static let filterTypeCount = 5
    private static let endOfBlock = 256
    private static let leastLengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let fixedCode = PrefixCode(
        lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = PrefixCode(lengths: [Int](repeating: 5, count: 30))

    /// Builds a stream of rows, at most as long as `limit`, that refers to no more than `windowSize` bytes.
    init(_ choices: Choices, rowSize: Int, windowSize: Int, limit: Int) {
        (self.choices, self.windowSize, self.limit) = (choices, windowSize, limit)
        while !self.choices.areExhausted && output.count < limit { addBlock() }
        let isWhole = output.count % rowSize == 0 && !output.isEmpty
        addLastBlock(isWhole ? 0 : rowSize - output.count % rowSize)
        bits.align()
    }

    private mutating func addBlock() {
        switch choices.byte() % 8 {
        case 0: addStored()
        case 1: addFixed()
        default: addDynamic()
        }
    }

    private mutating func addStored() {
        let count = min(choices.one(of: [0, 1, 300, choices.word()]), limit - output.count)
        let first = choices.byte()
        bits.write(0, 3)
        addStoredContents((0..<max(count, 0)).map { UInt8((first + $0 / 7) % Self.filterTypeCount) })
    }

    private mutating func addStoredContents(_ contents: [UInt8]) {
        bits.align()
        bits.write(contents.count, 16)
        bits.write(contents.count ^ 0xFFFF, 16)
        for byte in contents { bits.write(Int(byte), 8) }
        output += contents
    }

    /// Completes the last row; the last block may have any type.
    private mutating func addLastBlock(_ count: Int) {
        let kind = choices.byte() % 2
        bits.write(1 | kind << 1, 3)
        if kind == 0 { return addStoredContents([UInt8](repeating: 1, count: count)) }
        for _ in 0..<count { addLiteral(2, Self.fixedCode) }
        Self.fixedCode.write(Self.endOfBlock, to: &bits)
    }

    private mutating func addFixed() {
        bits.write(1 << 1, 3)
        addSymbols(Self.fixedCode, Self.fixedDistances)
    }

    private mutating func addDynamic() {
        let lengthMask = choices.word()
        let literals = Array(0..<1 + choices.byte() % Self.filterTypeCount)
        let lengths = (0..<29).filter { lengthMask >> ($0 % 16) & 1 == 1 }.map { 257 + $0 }
        let code = PrefixCode(literals + [Self.endOfBlock] + lengths, count: 286, longest: 15, &choices)
        let distanceMask = choices.word()
        let used = (0..<30).filter { distanceMask >> ($0 % 16) & 1 == 1 }
        let distances = PrefixCode(used.isEmpty ? [0] : used, count: 30, longest: 15, &choices)
        bits.write(2 << 1, 3)
        writeHeader(code.lengths, distances.lengths)
        addSymbols(code, distances)
    }

    /// Writes the lengths of both codes, with or without repetitions.
    private mutating func writeHeader(_ literals: [Int], _ distances: [Int]) {
        let (literals, distances) = (trimmed(literals, to: 257), trimmed(distances, to: 1))
        let lengthCode = PrefixCode(Array(0..<19), count: 19, longest: 7, &choices)
        bits.write(literals.count - 257, 5)
        bits.write(distances.count - 1, 5)
        bits.write(19 - 4, 4)
        for symbol in Self.lengthOrder { bits.write(lengthCode.lengths[symbol], 3) }
        let lengths = literals + distances
        let repeats = choices.byte() % 4 > 0
        var index = 0
        while index < lengths.count {
            let run = lengths[index...].prefix { $0 == lengths[index] }.count
            if repeats && lengths[index] == 0 && run >= 3 {
                index += writeZeros(run, lengthCode)
            } else if repeats && index > 0 && lengths[index - 1] == lengths[index] && run >= 3 {
                lengthCode.write(16, to: &bits)
                bits.write(min(run, 6) - 3, 2)
                index += min(run, 6)
            } else {
                lengthCode.write(lengths[index], to: &bits)
                index += 1
            }
        }
    }

    private mutating func writeZeros(_ run: Int, _ lengthCode: PrefixCode) -> Int {
        let isLong = run >= 11
        let count = min(run, isLong ? 138 : 10)
        lengthCode.write(isLong ? 18 : 17, to: &bits)
        bits.write(count - (isLong ? 11 : 3), isLong ? 7 : 3)
        return count
    }

    private func trimmed(_ lengths: [Int], to count: Int) -> [Int] {
        Array(lengths.prefix(max(count, (lengths.lastIndex { $0 > 0 } ?? 0) + 1)))
    }

    /// Adds the symbols of a block: a few of them, repeated.
    private mutating func addSymbols(_ code: PrefixCode, _ distances: PrefixCode) {
        let symbols = (0..<choices.byte() % 32).map { _ in (choices.byte(), choices.word()) }
        let lengths = code.symbols.filter { (257..<286).contains($0) }
        let repetitions = choices.one(of: [1, 3, 40, choices.word() % 4000])
        for _ in 0..<(symbols.isEmpty ? 0 : repetitions) where output.count < limit {
            for (kind, value) in symbols {
                if kind % 3 == 0 || lengths.isEmpty {
                    addLiteral(kind / 3, code)
                } else {
                    addMatch(lengths[kind / 3 % lengths.count], value, code, distances)
                }
            }
        }
        code.write(Self.endOfBlock, to: &bits)
    }

    private mutating func addLiteral(_ value: Int, _ code: PrefixCode) {
        var literal = value % Self.filterTypeCount
        while code.lengths[literal] == 0 { literal -= 1 }
        code.write(literal, to: &bits)
        output.append(UInt8(literal))
    }

    private mutating func addMatch(_ symbol: Int, _ value: Int, _ code: PrefixCode, _ distances: PrefixCode) {
        let reachable = distances.symbols.filter { leastDistance($0) <= min(output.count, windowSize) }
        guard !reachable.isEmpty else { return addLiteral(value, code) }
        let distanceSymbol = reachable[value % reachable.count]
        let (length, lengthBits) = (symbol - 257, symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4)
        // a length of 258 has two codes
        let lengthExtra = value >> 3 & (1 << lengthBits - 1)
        let distanceBits = distanceSymbol < 4 ? 0 : distanceSymbol / 2 - 1
        let farthest = min(output.count, windowSize) - leastDistance(distanceSymbol)
        let distanceExtra = min(value & (1 << distanceBits - 1), farthest)
        code.write(symbol, to: &bits)
        bits.write(lengthExtra, lengthBits)
        distances.write(distanceSymbol, to: &bits)
        bits.write(distanceExtra, distanceBits)
        let distance = leastDistance(distanceSymbol) + distanceExtra
        for _ in 0..<Self.leastLengths[length] + lengthExtra { output.append(output[output.count - distance]) }
    }

    private func leastDistance(_ symbol: Int) -> Int {
        symbol < 4 ? symbol + 1 : 1 + (2 + symbol % 2) << (symbol / 2 - 1)
    }
}
