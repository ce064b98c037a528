/// The quantization tables of a JPEG file, which determine its quality.
public struct JPEGQuantization: Sendable, Hashable {
    /// A table for each component: 64 divisors from 1 to 65,535, row by row from the lowest frequency, not in zigzag order.
    public let tables: [[UInt16]]

    static let area = 64

    /// Creates tables for 1 to 4 components; `nil` unless each table has 64 divisors, none of which is 0.
    public init?(tables: [[UInt16]]) {
        guard (1...4).contains(tables.count), tables.allSatisfy({ $0.count == Self.area && !$0.contains(0) }) else {
            return nil
        }
        self.tables = tables
    }

    /// The tables for the transposed image.
    var transposed: JPEGQuantization? {
        JPEGQuantization(tables: tables.map { table in (0..<Self.area).map { table[$0 % 8 * 8 + $0 / 8] } })
    }
}
