/// A prefix code whose lengths an input selects (RFC 1951, section 3.2.2).
struct PrefixCode {
    /// The length of each symbol's code; 0 if it has none.
    let lengths: [Int]
    /// The code of each symbol, with the first bit as the least significant.
    private let codes: [Int]

    init(lengths: [Int]) {
        self.lengths = lengths
        var codes = [Int](repeating: 0, count: lengths.count)
        var code = 0
        for length in 1...15 {
            for symbol in lengths.indices where lengths[symbol] == length {
                codes[symbol] = (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
                code += 1
            }
            code *= 2
        }
        self.codes = codes
    }

    /// Gives codes to some symbols: splits the one code of the first symbol again and again.
    ///
    /// A single symbol gets an incomplete code of one bit.
    init(_ symbols: [Int], count: Int, longest: Int, _ choices: inout Choices) {
        var lengths = [Int](repeating: 0, count: count)
        var used = Array(symbols.prefix(1))
        for symbol in symbols.dropFirst() {
            var index = choices.byte() % used.count
            while lengths[used[index]] == longest { index = (index + 1) % used.count }
            lengths[used[index]] += 1
            lengths[symbol] = lengths[used[index]]
            used.append(symbol)
        }
        if used.count == 1 { lengths[used[0]] = 1 }
        self.init(lengths: lengths)
    }

    /// The symbols that have a code.
    var symbols: [Int] { lengths.indices.filter { lengths[$0] > 0 } }

    func write(_ symbol: Int, to bits: inout BitWriter) { bits.write(codes[symbol], lengths[symbol]) }
}

/// Writes bits from the least significant up.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var bits = 0
    private var count = 0

    mutating func write(_ value: Int, _ width: Int) {
        bits |= value << count
        count += width
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            count -= 8
        }
    }

    mutating func align() { if count > 0 { write(0, 8 - count) } }
}
