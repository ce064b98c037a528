import TestSupport

/// Gray JPEG files that are built bit by bit, to contain data that no encoder writes.
struct HandmadeJPEG {
    /// A Huffman table.
    struct HuffmanTable {
        /// The number of codes of each length from 1 to 16.
        var counts: [Int]
        var symbols: [Int]

        /// A table with one code of every length, which has no room for another.
        static func full(_ symbols: [Int]) -> HuffmanTable {
            HuffmanTable(counts: [Int](repeating: 1, count: 16), symbols: symbols)
        }

        var bytes: [UInt8] { (counts + symbols).map { UInt8($0) } }

        /// The Huffman code of a symbol and its extra bits, as binary digits.
        func bits(_ symbol: Int, _ number: Int = 0) -> String {
            var (code, index) = (0, symbols.firstIndex(of: symbol) ?? 0)
            for (length, count) in zip(1..., counts) {
                if index < count { return Self.digits(code + index, length) + Self.number(number, symbol & 15) }
                code = (code + count) << 1
                index -= count
            }
            return ""
        }

        private static func digits(_ value: Int, _ count: Int) -> String {
            String(String(value + 1 << count, radix: 2).dropFirst())
        }

        private static func number(_ value: Int, _ size: Int) -> String {
            digits(value < 0 ? value + 1 << size - 1 : value, size)
        }
    }

    var (width, height) = (80, 128)
    var divisor: UInt8 = 8
    var dcTable = HuffmanTable.full([0, 7, 1, 2, 3, 4, 5, 6] + (8...15))
    var acTable = HuffmanTable.full([0] + (1...15).map { $0 << 4 | 10 })
    /// The last bytes of the scan header.
    var scanParameters: [UInt8] = [0, 63, 0]
    /// The entropy-coded data before stuffing, as binary digits.
    var bits = ""
    /// Bytes between the entropy-coded data and the EOI marker.
    var extraData: [UInt8] = []

    /// The number of blocks in a row.
    var blocksPerRow: Int { width / 8 }

    /// Adds a block, given its DC difference and the bits of its AC coefficients, which are 0 by default.
    mutating func add(_ difference: Int, ac bits: String? = nil) {
        let size = difference == 0 ? 0 : String(abs(difference), radix: 2).count
        self.bits += dcTable.bits(size, difference) + (bits ?? acTable.bits(0))
    }

    var file: [UInt8] {
        let sides = FileEditing.bigEndian(height, 2) + FileEditing.bigEndian(width, 2)
        return [0xFF, 0xD8] + Self.segment(0xDB, [0] + [UInt8](repeating: divisor, count: 64))
            + Self.segment(0xC0, [8] + sides + [1, 1, 0x11, 0]) + Self.segment(0xC4, [0] + dcTable.bytes)
            + Self.segment(0xC4, [0x10] + acTable.bytes) + Self.segment(0xDA, [1, 1, 0] + scanParameters) + stuffed
            + extraData
            + [0xFF, 0xD9]
    }

    private static func segment(_ marker: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [0xFF, marker] + FileEditing.bigEndian(contents.count + 2, 2) + contents
    }

    private var stuffed: [UInt8] {
        let digits = Array(bits.utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: (8 - bits.utf8.count % 8) % 8)
        return stride(from: 0, to: digits.count, by: 8).flatMap { start -> [UInt8] in
            let byte = digits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | $1 & 1 }
            return byte == 0xFF ? [0xFF, 0] : [byte]
        }
    }
}
