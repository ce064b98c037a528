import TestSupport

/// Gray JPEG files that are made bit by bit, for what no encoder makes.
struct PlainJPEG {
    /// A table of Huffman codes.
    struct Codes {
        /// How many codes there are of the lengths 1 to 16.
        var counts: [Int]
        var symbols: [Int]

        /// One code of every length, so that there is room for no other.
        static func full(_ symbols: [Int]) -> Codes { Codes(counts: [Int](repeating: 1, count: 16), symbols: symbols) }

        var bytes: [UInt8] { (counts + symbols).map { UInt8($0) } }

        /// A symbol's code, and the number that belongs to it, as digits.
        func bits(_ symbol: Int, _ number: Int = 0) -> String {
            var (code, place) = (0, symbols.firstIndex(of: symbol) ?? 0)
            for (length, count) in zip(1..., counts) {
                if place < count { return Self.digits(code + place, length) + Self.number(number, symbol & 15) }
                code = (code + count) << 1
                place -= count
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
    var differences = Codes.full([0, 7, 1, 2, 3, 4, 5, 6] + (8...15))
    var others = Codes.full([0] + (1...15).map { $0 << 4 | 10 })
    /// The last bytes of the scan's header.
    var scan: [UInt8] = [0, 63, 0]
    /// The codes, as digits.
    var bits = ""
    /// What stands between the codes and the file's end.
    var rest: [UInt8] = []

    /// The blocks in a row.
    var blocksInRow: Int { width / 8 }

    /// Adds a block: the difference of its first coefficient, and the codes of the others, which by default are 0.
    mutating func add(_ difference: Int, _ codes: String? = nil) {
        let size = difference == 0 ? 0 : String(abs(difference), radix: 2).count
        bits += differences.bits(size, difference) + (codes ?? others.bits(0))
    }

    var file: [UInt8] {
        let sides = FileEditing.bigEndian(height, 2) + FileEditing.bigEndian(width, 2)
        return [0xFF, 0xD8] + Self.segment(0xDB, [0] + [UInt8](repeating: divisor, count: 64))
            + Self.segment(0xC0, [8] + sides + [1, 1, 0x11, 0]) + Self.segment(0xC4, [0] + differences.bytes)
            + Self.segment(0xC4, [0x10] + others.bytes) + Self.segment(0xDA, [1, 1, 0] + scan) + stuffed + rest
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
