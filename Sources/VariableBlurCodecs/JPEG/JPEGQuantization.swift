/// By which a JPEG file's coefficients have been divided before they were rounded: its quality, exactly.
public struct JPEGQuantization: Sendable, Hashable {
    /// A table for each component: 64 divisors of 1 to 65,535, row after row of the block, the lowest frequency first.
    public let tables: [[UInt16]]

    static let area = 64

    /// Tables for the components; fails unless each has 64 divisors, none of them 0.
    public init?(tables: [[UInt16]]) {
        guard (1...4).contains(tables.count), tables.allSatisfy({ $0.count == Self.area && !$0.contains(0) }) else {
            return nil
        }
        self.tables = tables
    }

    /// The tables for an image whose rows have become columns.
    var transposed: JPEGQuantization? {
        JPEGQuantization(tables: tables.map { table in (0..<Self.area).map { table[$0 % 8 * 8 + $0 / 8] } })
    }
}
